#!/usr/bin/env bash
# Ends the job as the simulation ended, after everything is published. Nothing to check is no failure.
set -euo pipefail

case "$EXIT_CODE" in
  0) ;;
  4) echo "::notice title=Headwater::nothing to check" ;;
  *) exit "$EXIT_CODE" ;;
esac
