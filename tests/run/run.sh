#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of what `make run` is made of: textjob, mktext, deps, iso, run. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
#
# The runs in QEMU count instructions, so they do not depend on how busy the machine is. textjob's expected outputs
# (textjob/NAME.out for NAME.in) were also computed, all but the LZO lines, by a third implementation in another language.
# Takes 400 seconds, and mostly waits.

. "$(dirname "$0")/../lib/suite.sh"
tools=$tree/host-tools/run
dir=$scratch

. "$here/host.sh"
! chosen_some run_ || . "$here/machine.sh"
! chosen_some odd_ || . "$here/odd.sh"
! chosen_some together_ || . "$here/together.sh"
! chosen_some install || . "$here/install.sh"
finish
