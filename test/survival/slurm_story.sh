#!/usr/bin/env bash
# The Slurm story end to end, with no hand in it: jobs/make_jobs.py writes an array over EOT, EFF and crashes; its tasks run
# into their time limit, save, are requeued and go on; the merge makes one results file, and that is compared with a
# sweep that nobody stopped. Two to five minutes.
#   test/survival/slurm_story.sh [FARM [FOLDER]]     default: build/ldfi-farm, a new folder under /tmp
# Starts a Slurm of one node on loopback, and stops it at the end: needs root and Debian's slurmctld slurmd slurm-client munge
# slurm-wlm-basic-plugins. Exit status: 0 as it should be; 1 not; 77 no Slurm here.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
farm=$(realpath "${1:-$source/build/ldfi-farm}")
dir=$(mkdir -p "${2:-/tmp/ldfi-slurm-$$}" && cd "${2:-/tmp/ldfi-slurm-$$}" && pwd)
python=/usr/bin/python3
munged_pid= # pid of our munged, if we start one
limit_s=1500

for tool in slurmctld slurmd munged sbatch; do
  command -v $tool >/dev/null || PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "no $tool here" >&2; exit 77; }
done
PATH=$PATH:/usr/sbin
if [ "$(id -u)" -ne 0 ]; then echo "needs root" >&2; exit 77; fi
if sinfo -h >/dev/null 2>&1; then echo "a Slurm runs here already; this would start another" >&2; exit 77; fi

stop() {
  scancel --user=root 2>/dev/null || true
  sleep 1
  for pid in "$dir/slurmd.pid" "$dir/slurmctld.pid" $munged_pid; do
    if [ -s "$pid" ]; then kill "$(cat "$pid")" 2>/dev/null || true; fi
  done
}

start() {
  local host
  host=$(hostname -s)
  mkdir -p "$dir"/{state,spool,log}
  # cred_expire is also the time that Slurm waits before it starts a requeued job again, which is 120 s by
  # default.
  cat >"$dir/slurm.conf" <<CONF
ClusterName=story
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=cred_expire=10
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
JobRequeue=1
KillWait=5
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/log/jobs.txt
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
CONF
  trap stop EXIT
  if ! pgrep -x munged >/dev/null; then
    mkdir -p /run/munge && chown munge /run/munge
    munged_pid=/run/munge/ldfi-story.pid
    runuser -u munge -- munged --pid-file=$munged_pid
  fi
  export SLURM_CONF=$dir/slurm.conf
  slurmctld -f "$SLURM_CONF"
  slurmd -f "$SLURM_CONF"
  for _ in $(seq 100); do
    if sinfo -h -o %T 2>/dev/null | grep -q idle; then return; fi
    sleep 0.2
  done
  echo "the node does not become idle" >&2
  exit 1
}

# Every fault set of each cell is executed, so that there is enough work. The lineage search gives the
# expected results.
config() {
  cat >"$dir/story.yaml" <<CONF
program: [retry-deliv.ded]
nodes: [a, b, c]
search: {strategy: $1, stop: all}
sweep: {eot: [5, 7], eff: [3, 4], crashes: [0, 1]}
CONF
}

quiet_run() { "$farm" "$@" --quiet >/dev/null || [ $? -le 2 ]; }

verdicts() { # prints the verdicts in a results file, one cell per line
  "$python" -B - "$1" <<'PY'
import sys
import h5py
with h5py.File(sys.argv[1]) as file:
    for i, row in enumerate(file["cells"][:]):
        falsifiers = sorted(f.decode() for f in file[f"details/{i:04}/falsifiers"]["faults"])
        print(row["eot"], row["eff"], row["crashes"], row["verdict"].decode(), *falsifiers, sep=" ")
PY
}

start
cd "$dir"
cp "$source"/configs/protocols/{deliv_spec,retry-deliv}.ded .
echo "== squeue, every 30 s"
config lineage
quiet_run story.yaml -o plain.h5
config exhaustive
"$python" -B "$source/jobs/make_jobs.py" story.yaml -o story --ntasks 2 --time 00:02:00 --notice 60 --farm "$farm"
story/submit
began=$SECONDS
while squeue -h | grep -q .; do
  printf '%4d s  ' $((SECONDS - began))
  squeue -h -o '%K:%t(%r)' | sort | tr '\n' ' '
  echo
  if [ $((SECONDS - began)) -gt $limit_s ]; then echo "not done after $limit_s s" >&2; exit 1; fi
  sleep 30
done

echo "== tasks"
grep -h "^task\|status" story/task-*.out | sort -V | uniq -c
echo "== jobs that ended, by Slurm"
sed -E 's/ (UserId|GroupId|Partition|NodeList|NodeCnt|WorkDir|ReservationName|Tres|Account|QOS|WcKey|Cluster|SubmitTime|EligibleTime|ProcCnt)=[^ ]*//g' log/jobs.txt
echo "== merge"
cat story/merge.out
verdicts story/story.h5 >merged.txt
verdicts plain.h5 >plain.txt
cat merged.txt
diff plain.txt merged.txt
requeued=$(cat story/task-*.out | grep -c "status 85" || true)
echo "requeued $requeued times; $(wc -l <merged.txt) cells in story/story.h5, as in a sweep that nobody stopped"
[ "$requeued" -gt 0 ]
