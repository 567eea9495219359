#!/bin/bash
# expect.sh STATUS REGEX COMMAND…: the command must leave with STATUS and say a line that matches REGEX.
status=$1 pattern=$2
shift 2
output=$("$@" 2>&1)
got=$?
printf '%s\n' "$output"
if [ "$got" -ne "$status" ]; then
  echo "exit status $got instead of $status"
  exit 1
fi
if ! grep -Eq -- "$pattern" <<<"$output"; then
  echo "no line matches $pattern"
  exit 1
fi
