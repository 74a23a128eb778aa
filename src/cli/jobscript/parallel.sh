#!/bin/bash
# {{TITLE}}
#
# Run it with `bash FILE`; further words go to GNU parallel, as in `bash FILE --bar`.
# Run again it resumes where it stopped: what is finished is not done again.
# {{WHERE}}
# How far it is: {{PROGRAM}} status {{PARTS}}/*.part
#
# Made by: {{COMMAND}}

set -euo pipefail

parallel --version 2>/dev/null | grep -q '^GNU parallel' || {
    echo 'error: this needs GNU parallel (Debian: apt install parallel)' >&2
    exit 1
}
mkdir -p -- {{DIRECTORIES}}

# A shard that fails is tried again, on another host if there is one, and resumes where it was
# saved. On Ctrl-C all shards are told to stop, and have half a minute to save.
export PARALLEL_SHELL=/bin/bash
trap 'exit 130' INT
parallel --jobs {{JOBS}}{{HOSTS}} \
    --retries 3 --termseq TERM,30000,KILL,25 --joblog {{JOBLOG}} "$@" \
    {{WORK}} \
    ::: {1..{{SHARDS}}} || {
    echo 'error: not all shards are done; run this again to resume' >&2
    exit 1
}
exec {{MERGE}}
