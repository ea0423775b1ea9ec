# SPDX-License-Identifier: GPL-2.0-or-later
#
# realtime.sh: for benches on the real clock: `fifo' holds the words in front of a command that run it with real-time
# priority, where the user may; else none, and that is said. To be sourced by bash.

fifo=()
if chrt -f 50 true 2>/dev/null; then
  fifo=(chrt -f 50)
else
  echo "note: no real-time priority here: other programs' time may get into the figures"
fi
