/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * capture.c: see capture.h.
 */
#include "capture.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/say.h"

#define RECORD_BYTES 16        /* before each packet (draft-ietf-opsawg-pcap, section 5) */
#define NS_PER_S     1000000000

static const struct table_column columns[] = {
  { "time_us", TABLE_US }, { "frame", TABLE_COUNT }, { "of_node", TABLE_COUNT }, { "from", TABLE_TEXT },
  { "to", TABLE_TEXT }, { "bytes", TABLE_COUNT }, { "fault", TABLE_TEXT }, { "detail", TABLE_TEXT },
};

static bool open_log(struct capture *c, const char *path)
{
  char began[32];
  c->log = fopen(path, "we");
  if (!c->log) {
    say_line("%s: cannot be written: %s", path, strerror(errno));
    return false;
  }
  table_begin(&c->table, c->log, TABLE_FORM_TSV, 0, "wire", "", columns, sizeof(columns) / sizeof(columns[0]));
  snprintf(began, sizeof(began), "%" PRId64 ".%09" PRId64, c->began_ns / NS_PER_S, c->began_ns % NS_PER_S);
  capture_remark(c, "began", began);
  return true;
}

static bool open_packets(struct capture *c, const char *path)
{
  c->form = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, UINT16_MAX, PCAP_TSTAMP_PRECISION_NANO);
  c->packets = c->form ? pcap_dump_open(c->form, path) : NULL;
  if (!c->packets)
    say_line("%s: cannot be written: %s", path, c->form ? pcap_geterr(c->form) : "there is no memory");
  return c->packets;
}

bool capture_open(struct capture *c, const char *packets, const char *log, const char *const *names, int64_t began_ns,
                  uint64_t most)
{
  *c = (struct capture){ .names = names, .began_ns = began_ns, .most = most };
  return (!packets || open_packets(c, packets)) && (!log || open_log(c, log));
}

void capture_remark(struct capture *c, const char *key, const char *text)
{
  if (c->log)
    table_comment(&c->table, key, text);
}

void capture_frame(struct capture *c, int64_t time_ns, const uint8_t *frame, size_t there, size_t bytes)
{
  /* With nanoseconds libpcap takes them in tv_usec (pcap_open_dead_with_tstamp_precision(3)). */
  const struct pcap_pkthdr head = { .ts = { .tv_sec = time_ns / NS_PER_S, .tv_usec = time_ns % NS_PER_S },
    .caplen = (bpf_u_int32)there, .len = (bpf_u_int32)bytes };
  if (!c->packets)
    return;
  c->packet_bytes += RECORD_BYTES + there;
  if (c->packet_bytes > c->most || c->packets_left)
    c->packets_left++;
  else
    pcap_dump((u_char *)c->packets, &head, frame);
}

void capture_note(struct capture *c, const struct switch_note *n)
{
  struct table *t = &c->table;
  if (!c->log)
    return;
  if (c->notes_left || (uint64_t)ftell(c->log) > c->most) {
    c->notes_left++;
    return;
  }
  table_us(t, n->time_ns - c->began_ns);
  table_natural(t, n->frame);
  table_natural(t, n->of_node);
  table_text(t, c->names[n->from]);
  table_text(t, n->to < 0 ? "" : c->names[n->to]);
  table_natural(t, n->bytes);
  table_text(t, n->fault);
  table_text(t, n->detail);
}

void capture_flush(struct capture *c)
{
  c->failed |= c->packets && pcap_dump_flush(c->packets) != 0;
  c->failed |= c->log && fflush(c->log) != 0;
}

bool capture_close(struct capture *c)
{
  if (c->log)
    c->failed |= !table_end(&c->table);
  capture_flush(c);
  if (c->packets)
    pcap_dump_close(c->packets);
  if (c->form)
    pcap_close(c->form);
  if (c->log)
    c->failed |= fclose(c->log) != 0;
  if (c->packets_left)
    say_line("%" PRIu64 " frames are not in the capture: it has as much as it may (--most)", c->packets_left);
  if (c->notes_left)
    say_line("%" PRIu64 " faults are not in the log: it has as much as it may (--most)", c->notes_left);
  if (c->failed)
    say_line("the capture or the log could not be written: is the disk full?");
  return !c->failed;
}
