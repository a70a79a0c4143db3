#!/bin/sh
# After the site is published: tell what has become evergreen. Needs SITE_URL, FUNCTIONS_URL and
# ANNOUNCE_TOKEN in the environment; the folder with garden.toml is the first argument, else this one.
set -eu
: "${SITE_URL:?}" "${FUNCTIONS_URL:?}" "${ANNOUNCE_TOKEN:?}"

status=0
thistledown announce --site "${1:-.}" || status=$?
case $status in
0) ;;
3) echo "Nobody was told: look at the list above, then run it by hand with --yes." >&2 ;;
*) echo "Nobody was told." >&2 ;;
esac
exit "$status"
