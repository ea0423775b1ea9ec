#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the short form of `make soak'; soak.sh says what must hold. Usage: run.sh BUILDDIR
exec bash "$(dirname "$0")/soak.sh" "$1" 10 10
