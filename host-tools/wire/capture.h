/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * capture.h: what the switch writes down: each frame as it came, as pcap with nanoseconds, written by libpcap; and
 * each fault as a row of a table (wire.tsv), whose `frame` is tshark's frame.number in that pcap.
 *
 * Either may be left out. Both end where they have their most bytes: what comes then is counted, and said at the end,
 * so that a node which floods the network does not fill the disk.
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/table.h"
#include "switch.h"

struct capture {
  pcap_t *form;
  pcap_dumper_t *packets;        /* NULL: none are kept */
  FILE *log;                     /* NULL: none is kept */
  struct table table;
  const char *const *names;      /* of the ports, the caller's */
  int64_t began_ns;              /* the clock of the log is 0 then */
  uint64_t most, packet_bytes;
  uint64_t packets_left, notes_left;  /* that had no room */
  bool failed;                   /* a file could not be written */
};

/* Opens the files, NULL for one that is not wanted. `began_ns` is the host's time, nanoseconds since 1970. Returns
 * false where one cannot be written; the reason has been said. */
bool capture_open(struct capture *c, const char *packets, const char *log, const char *const *names, int64_t began_ns,
                  uint64_t most);

/* Writes a remark above the rows, before any of them. */
void capture_remark(struct capture *c, const char *key, const char *text);

void capture_frame(struct capture *c, int64_t time_ns, const uint8_t *frame, size_t there, size_t bytes);
void capture_note(struct capture *c, const struct switch_note *n);

/* Hands to the system what has been written. */
void capture_flush(struct capture *c);

/* Ends both files, and says what had no room. Returns false where one of them could not be written. */
bool capture_close(struct capture *c);

#endif
