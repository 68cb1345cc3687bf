#!/usr/bin/env bash
# Installs what an offline simulation needs into a folder of the job: neither Spark nor a database.
set -euo pipefail

home="$RUNNER_TEMP/headwater"
if ! command -v python3 >/dev/null || ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "::error title=Headwater::Python 3.11 or newer is needed on the runner"
  exit 3
fi
python3 -m venv "$home"
"$home/bin/python" -m pip install --quiet --disable-pip-version-check \
  --constraint "$ACTION_PATH/constraints.txt" --requirement "$ACTION_PATH/scripts/action/requirements.txt"
"$home/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$ACTION_PATH"
