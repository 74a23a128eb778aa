#!/bin/bash
# {{TITLE}}
#
# Submit it on a login node with `bash FILE`; further words go to sbatch, as in
# `bash FILE --qos=low`. `sbatch FILE` does the same, without asking how large an array may be
# here. Submitted again it resumes where it stopped: what is finished is not done again.
# How far it is: {{PROGRAM}} status {{PARTS}}/*.part
#
# Made by: {{COMMAND}}
#
#SBATCH --job-name={{NAME}}
#SBATCH --array=1-{{TASKS}}{{AT_ONCE}}
#SBATCH --ntasks=1
{{DIRECTIVES}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@60

set -euo pipefail

shards={{SHARDS}}
parts={{PARTS}}

# The merge job: starts when all tasks of the array $1 have ended well, and prints its number.
submit_merge() {
    sbatch --parsable --dependency="afterok:$1" --kill-on-invalid-dep=yes --requeue \
        --job-name={{NAME}}-merge --output="${parts//%/%%}/merge-%j.log" \
        {{MERGE_OPTIONS}}"${@:2}" <<'MERGE'
#!/bin/bash
exec {{MERGE}}
MERGE
}

# On a login node: the array, and the merge job that waits for it.
submit() {
    command -v {{PROGRAM}} >/dev/null || { echo 'error: the program is not in PATH' >&2; exit 1; }
    local limit tasks={{TASKS}} array merge
    limit=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')
    if [ -n "$limit" ] && ((limit > 1 && tasks >= limit)); then
        tasks=$((limit - 1)) # the largest number that a task may have
    fi
    array=$(sbatch --parsable --array="1-$tasks{{AT_ONCE}}" \
        --output="${parts//%/%%}/task-%a.log" "$@" "$0" submitted)
    array=${array%%;*} # in a federation, the name of the cluster follows
    echo "job $array: $shards shards in $tasks tasks; their logs: $parts/task-*.log"
    merge=$(submit_merge "$array" "$@")
    printf 'job %s: the merge, which writes %s\n' "${merge%%;*}" {{RESULTS_TEXT}}
}

# Passes a signal of Slurm on to the running shard, which saves and ends with 75.
pass_on() {
    signals=$((signals + 1))
    if [ -n "$child" ]; then kill -s "$1" "$child" 2>/dev/null || true; fi
}

# Runs shard $1. A trapped signal ends `wait`, not the shard, which is waited for again.
run_shard() {
    local before
    echo "$(date -Is) task $SLURM_ARRAY_TASK_ID on ${SLURMD_NODENAME:-?}: shard $1 of $shards"
    {{SHARD}} \
        --shard "$1/$shards" -o "$parts/$1-of-$shards.part" &
    child=$!
    if ((signals)); then kill "$child" || true; fi # it came before there was a child
    while :; do
        before=$signals code=0
        wait "$child" || code=$?
        if ((code <= 128 || signals == before)); then break; fi
    done
    child=
}

# Ends a task that is not done. If Slurm still counts it as running it is queued again; one that
# was cancelled stays so, and one that has to make room Slurm itself queues again.
try_again() {
    local task="${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    if [ "$(squeue --noheader --jobs="$task" --format=%T)" = RUNNING ]; then
        echo "$(date -Is) saved; task $task goes back into the queue"
        scontrol requeue "$task" || true
    fi
    exit 75
}

mkdir -p -- {{DIRECTORIES}}
if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    submit "$@"
    exit
fi

child='' signals=0
trap 'pass_on USR1' USR1
trap 'pass_on TERM' TERM

# Under `sbatch FILE` the first task submits the merge job, but not again when it is requeued.
if [ "${1:-}" != submitted ] && [ "$SLURM_ARRAY_TASK_ID" = "${SLURM_ARRAY_TASK_MIN:-1}" ]; then
    submitted=$parts/merge-of-job-$SLURM_ARRAY_JOB_ID
    if [ ! -e "$submitted" ]; then
        if merge=$(submit_merge "$SLURM_ARRAY_JOB_ID"); then
            echo "$merge" >"$submitted"
        else
            printf 'warning: no merge job; when all tasks are done: %s\n' {{MERGE_TEXT}} >&2
        fi
    fi
fi

# Each task takes every so many-th shard, so that there may be more shards than tasks.
for ((shard = SLURM_ARRAY_TASK_ID; shard <= shards; shard += SLURM_ARRAY_TASK_MAX)); do
    if ((signals)); then try_again; fi
    run_shard "$shard"
    case $code in
        0) ;;
        # Saved; or ended by SIGUSR1 or SIGTERM before it could catch them.
        75 | 138 | 143) try_again ;;
        # Interrupted before there was anything to save: that cannot go on for ever.
        130) if ((signals && ${SLURM_RESTART_COUNT:-0} < 3)); then try_again; fi; exit 130 ;;
        *) exit "$code" ;;
    esac
done
