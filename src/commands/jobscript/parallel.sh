#!/bin/bash
# Run with `bash FILE`; further words go to GNU parallel:
# Several shards at once:  bash FILE --jobs 4              (and give the command --threads)
# On several machines:     bash FILE --sshlogin a,b,c --workdir "$PWD"     (they see the same files)
# After a failure, run it again: what is saved is not computed again.
# Show the progress:       setodds merge {{PARTS}}/*.part > /dev/null

shards={{SHARDS}}
program=setodds
command=({{COMMAND}})
parts={{PARTS}}
directories=({{DIRECTORIES}})
output=({{OUTPUT}})

set -euo pipefail
parallel --version 2>/dev/null | grep -q '^GNU parallel' || {
    echo 'error: this needs GNU parallel (Debian: apt install parallel)' >&2
    exit 1
}
mkdir -p -- "${directories[@]}"

# A shard that fails is tried again, on another host if there is one, and resumes where it was
# saved. On Ctrl-C all shards are told to stop, and have half a minute to save.
export PARALLEL_SHELL=/bin/bash
trap 'exit 130' INT
printf -v shard '%q ' "$program" "${command[@]}"
printf -v part '%q/{}-of-%s.part' "$parts" "$shards"
parallel --jobs 1 --retries 3 --termseq TERM,30000,KILL,25 --joblog "$parts/joblog.tsv" "$@" \
    "$shard --shard {}/$shards -o $part" :::: <(seq "$shards") || {
    echo 'error: not all shards are complete; run this again to resume' >&2
    exit 1
}
exec "$program" merge "$parts"/*-of-"$shards".part "${output[@]}"
