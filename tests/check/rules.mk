# SPDX-License-Identifier: GPL-2.0-or-later
# tests/check/: the picture of the rooms, in HACKING.md.

.PHONY: rooms
rooms: ## renew the picture of the rooms in HACKING.md, after includes have changed
	$(Q)sh tests/check/rooms.sh >tests/check/rooms.dot && dot -Tsvg -o tests/check/rooms.svg tests/check/rooms.dot
