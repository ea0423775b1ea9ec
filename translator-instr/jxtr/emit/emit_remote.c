/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * emit_remote.c: the tables of stubs and of remote methods; translator-instr/contract/jx_remote.h describes them.
 */
#include "emitter.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/text.h"
#include "world/remote.h"
#include "world/world.h"

/* Exceptions that the program cannot throw are not known, and not in the list. */
static void write_throws(FILE *out, size_t i)
{
  const struct cf_method *m = remote_methods[i].method->cf;
  fprintf(out, "static struct jx_class *const throws_%zu[] = {", i);
  for (uint32_t k = 0; k < m->throw_count; k++)
    for (size_t c = 0; c < world_class_count; c++)
      if (world_classes[c]->name == m->throws[k])
        fprintf(out, " &jxc_%s,", world_classes[c]->c_name);
  fprintf(out, " NULL };\n");
}

void emit_remote(FILE *out)
{
  fprintf(out, "\n/* Remote interfaces. */\nconst struct jx_stub jx_stubs[] = {\n");
  for (size_t i = 0; i < remote_stub_count; i++)
    fprintf(out, "  { &jxc_%s, &jxc_%s },\n", remote_stubs[i].of->c_name, remote_stubs[i].stub->c_name);
  fprintf(out, "  { NULL, NULL }\n};\nconst uint32_t jx_stub_count = %zu;\n", remote_stub_count);
  for (size_t i = 0; i < remote_method_count; i++)
    write_throws(out, i);
  fprintf(out, "const struct jx_remote jx_remotes[] = {\n");
  for (size_t i = 0; i < remote_method_count; i++) {
    const struct remote_method *r = &remote_methods[i];
    fprintf(out, "  { &jxc_%s, %s, (int64_t)0x%" PRIx64 "u, &jxc_%s, throws_%zu },\n", r->method->class->c_name,
            text_literal(r->method->cf->type), (uint64_t)r->hash, r->invoker->c_name, i);
  }
  fprintf(out, "  { 0 }\n};\nconst uint32_t jx_remote_count = %zu;\n", remote_method_count);
}
