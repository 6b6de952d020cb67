#!/bin/sh
# Draws the icons of the home screen with Chromium: sh .ci/icons.sh
set -eu
cd "$(dirname "$0")/.."
T=$(mktemp -d)
inner=$(sed 's/.*<rect width="32" height="32" rx="7" fill="#1b110e"\/>//; s/<\/svg>//' static/icons/favicon.svg)
draw() { # name size round share-of-the-ground
	printf '<style>*{margin:0}html{background:transparent}</style><svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 32 32"><rect width="32" height="32" rx="%s" fill="#1b110e"/><g transform="translate(16 16)scale(%s)translate(-16 -16)">%s</g></svg>' "$2" "$2" "$3" "$4" "$inner" >"$T/$1.html"
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --default-background-color=00000000 \
		--window-size="$2,$2" --screenshot="static/icons/$1.png" "file://$T/$1.html" >/dev/null 2>&1
}
draw icon-192 192 7 1
draw icon-512 512 7 1
draw maskable-512 512 0 .72
draw apple-touch-icon 180 0 .86
rm -rf "$T"
