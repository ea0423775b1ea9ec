# SPDX-License-Identifier: GPL-2.0-or-later
#
# image.sh: for suites that boot several nodes: all our programs on a network are one image, which is made once for all
# of these suites, with little effort, since they look at what programs do and not at how fast they are. A suite reads
# this file behind suite.sh; it sets `net_image' to options of host-tools/run/net.sh.

net_image='--image beacon,exchange,nfs,nfsclient,peers,relay --effort quick'
