#!/bin/sh
# Builds the module of the page and puts it where the program includes it; with a path, there.
# `build.sh PATH commands` builds the module of the package for JavaScript.
#
# The standard library is compiled, too: a panic ends the module at once, without words, which
# halves it. So Rust needs its own sources: `rustup component add rust-src`, or, where there is no
# rustup, Debian's packages rustc-web, cargo-web and rust-web-src, with CARGO and RUSTC set to
# them. The linker, `rust-lld`, is that of the Rust in PATH.
#
# `fmt-debug=none` leaves nothing of what `{:?}` writes, so no answer may be made with it. wasm-opt
# of binaryen (Debian, npm), if it is in PATH, makes the modules a tenth to a fifth shorter.
set -eu
cd "$(dirname "$0")/../.."
to=${1:-src/report/page/engine.wasm}
feature=${2:-page}
# The page deals for minutes; the package is downloaded by those who ask it one question.
engine=2
[ "$feature" = page ] || engine='"z"'
target=${CARGO_TARGET_DIR:-target}
for tools in "$(rustc --print sysroot)"/lib/rustlib/*/bin; do PATH=$PATH:$tools; done
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-C target-feature=+simd128 -Z location-detail=none -Z fmt-debug=none -Z unstable-options -C panic=immediate-abort" \
    ${CARGO:-cargo} build --locked --quiet --package setodds-wasm --lib --profile wasm \
    --config "profile.wasm.package.setodds-engine.opt-level=$engine" \
    --no-default-features --features "$feature" \
    --target wasm32-unknown-unknown -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size
built=$target/wasm32-unknown-unknown/wasm/setodds_wasm.wasm
if command -v wasm-opt >/dev/null; then
    level=-O2
    [ "$feature" = page ] || level=-Oz
    # What the compiler uses, and no more.
    wasm-opt $level --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
        --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types \
        "$built" -o "$to"
else
    cp "$built" "$to"
fi
