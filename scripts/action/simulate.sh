#!/usr/bin/env bash
# Simulates what the inputs propose. Annotations go to the log, the rest into files; the exit code is an output.
set -euo pipefail

headwater="${HEADWATER:-$RUNNER_TEMP/headwater/bin/headwater}"
reports="$RUNNER_TEMP/headwater-reports"
# Of an earlier use in the same job.
rm -rf "$reports"
mkdir -p "$reports"

options=()
# Inputs of several lines: one path or option a line, taken as it is, whatever stands in it.
each() {
  while IFS= read -r line; do
    if [ -n "$line" ]; then options+=("$1" "$line"); fi
  done <<<"$2"
}
each --schema "$INPUT_SCHEMA"
each --queries "$INPUT_QUERIES"
each --ddl "$INPUT_DDL"
each --table "$INPUT_TABLE"
each --drop-column "$INPUT_DROP_COLUMN"
each --rename "$INPUT_RENAME"
each --type "$INPUT_TYPE"
each --model "$INPUT_MODEL"
each --dialect "$INPUT_DIALECT"
each --hops "$INPUT_HOPS"
each --fail-on "$INPUT_FAIL_ON"

code=0
"$headwater" simulate "${options[@]}" --format github \
  --write "markdown=$reports/report.md" --write "sarif=$reports/found.sarif" \
  --write "json=$reports/found.json" --write "html=$reports/report.html" || code=$?

{
  echo "exit-code=$code"
  echo "reports=$reports"
} >>"$GITHUB_OUTPUT"
if [ -f "$reports/found.json" ]; then
  python3 - "$reports/found.json" >>"$GITHUB_OUTPUT" <<'PYTHON'
import json, sys

found = json.load(open(sys.argv[1]))
sides = [found[key]["counts"] for key in ("queries", "job_texts")]
print(f"verdict={found['verdict']}")
print(f"score={found['impact_score']}")
print(f"severity={found['severity']}")
print(f"errors={sum(side['will_error'] for side in sides)}")
print(f"silent={sum(side['will_silently_change'] for side in sides)}")
PYTHON
  cat "$reports/report.md" >>"$GITHUB_STEP_SUMMARY"
fi
