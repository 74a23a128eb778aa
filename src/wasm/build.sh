#!/bin/sh
# Builds the module of the page and puts it where the program includes it; with a path, there.
#
# The standard library is compiled, too: a panic ends the module at once, without words, which
# halves it. So Rust needs its own sources: `rustup component add rust-src`, or, where there is no
# rustup, Debian's packages rustc-web, cargo-web and rust-web-src, with CARGO and RUSTC set to
# them. The linker, `rust-lld`, is that of the Rust in PATH.
set -eu
cd "$(dirname "$0")/../.."
to=${1:-src/report/page/engine.wasm}
target=${CARGO_TARGET_DIR:-target}
for tools in "$(rustc --print sysroot)"/lib/rustlib/*/bin; do PATH=$PATH:$tools; done
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-C target-feature=+simd128 -Z location-detail=none -Z unstable-options -C panic=immediate-abort" \
    ${CARGO:-cargo} build --locked --quiet --package setodds-wasm --lib --profile wasm \
    --target wasm32-unknown-unknown -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size
cp "$target/wasm32-unknown-unknown/wasm/setodds_wasm.wasm" "$to"
