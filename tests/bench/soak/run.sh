#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the short form of `make soak'; soak.sh says what must hold. Usage: run.sh BUILD [CASE...]
# Takes 60 seconds, and mostly waits.
SOAK_SECONDS=10 SOAK_KILLS=10 exec bash "$(dirname "$0")/soak.sh" "$@"
