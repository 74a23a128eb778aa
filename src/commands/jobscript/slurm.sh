#!/bin/bash
#SBATCH --job-name=setodds
#SBATCH --array=1-{{SHARDS}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@60

# Submit with `sbatch FILE`. Options of sbatch come before FILE; a time limit of over three minutes
# leaves time to save:     sbatch --time=4:00:00 --cpus-per-task=8 --array=1-{{SHARDS}}%10 FILE
# Rerun failed shards:     sbatch --array=3,7 FILE
# Merge without a job:     bash FILE merge
# Show the progress:       setodds merge {{PARTS}}/*.part > /dev/null
shards={{SHARDS}}
program=setodds
command=({{COMMAND}})
parts={{PARTS}}
directories=({{DIRECTORIES}})
output=({{OUTPUT}})

set -euo pipefail
[ "${1:-}" != merge ] || exec "$program" merge "$parts"/*-of-"$shards".part "${output[@]}"
[ -n "${SLURM_ARRAY_TASK_ID:-}" ] || exec sbatch "$@" "$0"

# A signal of Slurm is passed on to the shard, which saves its progress and ends with 75.
child='' signals=0
pass_on() {
    signals=$((signals + 1))
    if [ -n "$child" ]; then kill -s "$1" "$child" 2>/dev/null || true; fi
}
trap 'pass_on USR1' USR1; trap 'pass_on TERM' TERM

# The first task submits the merge, once: it starts when all tasks of this array have succeeded.
mkdir -p -- "${directories[@]}"
merge=$parts/merge-of-job-$SLURM_ARRAY_JOB_ID
if [ "$SLURM_ARRAY_TASK_ID" = "${SLURM_ARRAY_TASK_MIN:-}" ] && [ ! -s "$merge" ]; then
    sbatch --parsable --array=0 --dependency="afterok:$SLURM_ARRAY_JOB_ID" \
        --kill-on-invalid-dep=yes --job-name="$SLURM_JOB_NAME-merge" \
        --partition="$SLURM_JOB_PARTITION" ${SLURM_JOB_ACCOUNT:+--account="$SLURM_JOB_ACCOUNT"} \
        "$0" merge >"$merge" || echo 'warning: no merge job; later, run: bash FILE merge' >&2
fi

export SETODDS_SHARDS=$shards
"$program" "${command[@]}" --shard auto -o "$parts/$SLURM_ARRAY_TASK_ID-of-$shards.part" &
child=$!
if ((signals)); then kill "$child" || true; fi # one came before there was a child
while :; do # a trapped signal ends `wait`, not the shard
    before=$signals code=0
    wait "$child" || code=$?
    if ((code <= 128 || signals == before)); then break; fi
done
if ((code == 130 && signals && ${SLURM_RESTART_COUNT:-0} < 3)); then code=75; fi # nothing saved
case $code in
    0) ;;
    75 | 138 | 143) # saved, or ended by a signal before it could handle one
        # What Slurm cancelled stays cancelled; what it preempts it requeues itself.
        task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
        if [ "$(squeue -h -j "$task" -o %T)" = RUNNING ]; then scontrol requeue "$task" || true; fi
        exit 75 ;;
    *) exit "$code" ;;
esac
