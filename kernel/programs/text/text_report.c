/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_report.c: prints what the workload `text` found.
 *
 * The lines are the contract with host-tools/run/textjob.c, which does the same job in another way and prints the same
 * lines: `result: KEY VALUE`, numbers decimal, digests 16 hexadecimal digits.
 */
#include "text.h"

#include "core/print.h"
#include "text_show.h"

static void print_top(const struct text_pipeline *p)
{
  char shown[TEXT_SHOW_BYTES];
  for (size_t i = 0; i < TEXT_TOP && i < p->table.entries; i++) {
    text_show(p->ranking.ranked[i]->word, p->ranking.ranked[i]->bytes, shown);
    kprintf("result: top%zu %lu %s\n", i + 1, p->ranking.ranked[i]->count, shown);
  }
}

void text_report(const struct text_pipeline *p)
{
  const struct text_result *r = &p->result;
  kprintf("result: bytes %lu\n", r->bytes);
  kprintf("result: checksum %016lx\n", r->checksum);
  kprintf("result: lines %lu\n", r->lines);
  kprintf("result: words %lu\n", r->words);
  kprintf("result: distinct %zu\n", p->table.entries);
  kprintf("result: longest %lu\n", r->longest);
  print_top(p);
  kprintf("result: index %016lx\n", r->digest);
  kprintf("result: packed %lu\n", r->packed_bytes);
  kprintf("result: packed_digest %016lx\n", r->packed_digest);
}
