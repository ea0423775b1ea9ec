# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_json.sh: Chrome's JSON by Perfetto's trace processor; speedscope's by its schema and by the app itself.

chrome_all() {
  engine=$(sh "$here/consumers.sh" "$build" perfetto 2>why) && command -v node >/dev/null || {
    for name in $dumps; do skip "chrome_$name" "$(tail -n 1 why)"; done
    return
  }
  for name in $dumps; do export_dump chrome "$name" "$name.json" >"$name.chrome"; done
  # shellcheck disable=SC2046,SC2086 # names of dumps
  node "$here/perfetto.mjs" "$engine" $(printf '%s.json ' $dumps) <"$here/chrome.sql" >engine.log 2>&1 ||
    { result chrome "$(grep -v syscall engine.log | tail -n 3)"; return; }
  for name in $dumps; do
    result "chrome_$name" "$(cat "$name.chrome"; judge chrome "$name" "$name.json")"
  done
}
! chosen_some chrome || chrome_all

speedscope_case() { # NAME
  export_dump speedscope "$1" "$1.speedscope.json"
  judge speedscope "$1" "$1.speedscope.json" "$(echo "$app"/file-format-schema.json)"
}

# The app opens a file that a script hands it, as its own command line has it do. What it draws is a picture, but the
# bar above it has the name of the profile, and how many there are.
speedscope_opens() { # NAME
  export_dump speedscope "$1" "$1.opened.json"
  printf 'speedscope.loadFileFromBase64("%s", "%s")' "$1.json" "$(base64 -w 0 "$1.opened.json")" >opened.js
  chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/chromium" \
    --virtual-time-budget=20000 --dump-dom "file://$app/index.html#localProfilePath=$scratch/opened.js" \
    >opened.html 2>chromium.log || echo "chromium fails: $(tail -n 1 chromium.log)"
  first=$(sed -n 's/^{"type":"sampled","name":"\([^"]*\)".*/\1/p' "$1.opened.json" | head -n 1)
  count=$(grep -c '^{"type":"sampled"' "$1.opened.json")
  grep -q "$first" opened.html || echo "the app does not show the profile $first"
  grep -q "/$count)" opened.html || echo "the app does not say that there are $count profiles"
}

speedscope_all() {
  app=$(sh "$here/consumers.sh" "$build" speedscope 2>why) && python3 -c 'import jsonschema' 2>>why || {
    for name in $dumps opens; do skip "speedscope_$name" "$(tail -n 1 why)"; done
    return
  }
  for name in $dumps; do try "speedscope_$name" speedscope_case "$name"; done
  if command -v chromium >/dev/null; then
    try speedscope_opens speedscope_opens basic
  else
    skip speedscope_opens 'there is no chromium'
  fi
}
! chosen_some speedscope || speedscope_all
