/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto_samples.c: samples with their call stacks, for Perfetto. Functions, frames and stacks are sent once each, by
 * numbers.
 */
#include "perfetto.h"

#include "base/mem.h"

#define MAPPING 1 /* number of the only one */

/* Values of `cpu_mode`: see perfetto.proto. */
enum { MODE_KERNEL = 1, MODE_USER = 2 };

/* Sends the name of a function and its frame, whose numbers are the function's and one. */
static void put_frame(struct perfetto *p, uint32_t function)
{
  const struct view *v = p->e->view;
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Text text = PERFETTO__INTERNED_DATA__TEXT__INIT, *texts[] = { &text };
  Perfetto__InternedData__Frame frame = PERFETTO__INTERNED_DATA__FRAME__INIT, *frames[] = { &frame };
  const char *name = view_function_name(v, function);
  const size_t old = p->frame_room;
  mem_grow(&p->frames_told, &p->frame_room, (size_t)function + 1, 1);
  if (p->frame_room > old)
    memset(p->frames_told + old, 0, p->frame_room - old);
  if (p->frames_told[function])
    return;
  p->frames_told[function] = 1;
  text.has_iid = text.has_str = frame.has_iid = frame.has_function_name_id = frame.has_mapping_id = true;
  text.iid = frame.iid = frame.function_name_id = (uint64_t)function + 1;
  text.str = (ProtobufCBinaryData){ strlen(name), (uint8_t *)(uintptr_t)name };
  frame.mapping_id = MAPPING;
  frame.has_rel_pc = true;
  /* Functions without an address are told apart by it, too. */
  frame.rel_pc = v->functions[function].address ? v->functions[function].address : function;
  names.n_function_names = names.n_frames = 1;
  names.function_names = texts;
  names.frames = frames;
  perfetto_put_names(p, &names);
}

/* Sends a path as a call stack, whose number is its row and one. */
static void put_path(struct perfetto *p, uint32_t row)
{
  const struct stacks_path *path = &p->paths.rows[row];
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Callstack stack = PERFETTO__INTERNED_DATA__CALLSTACK__INIT, *stacks[] = { &stack };
  uint64_t *frames = mem_alloc(path->depth, sizeof(*frames));
  uint32_t at = path->depth;
  for (uint32_t r = row; p->paths.rows[r].depth; r = p->paths.rows[r].parent) {
    put_frame(p, p->paths.rows[r].function);
    frames[--at] = (uint64_t)p->paths.rows[r].function + 1;
  }
  stack.has_iid = true;
  stack.iid = (uint64_t)row + 1;
  stack.n_frame_ids = path->depth;
  stack.frame_ids = frames;
  names.n_callstacks = 1;
  names.callstacks = stacks;
  perfetto_put_names(p, &names);
  mem_free(frames);
}

void perfetto_put_mapping(struct perfetto *p, const char *title)
{
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Text path = PERFETTO__INTERNED_DATA__TEXT__INIT, *paths[] = { &path };
  Perfetto__InternedData__Text build = PERFETTO__INTERNED_DATA__TEXT__INIT, *builds[] = { &build };
  Perfetto__InternedData__Mapping mapping = PERFETTO__INTERNED_DATA__MAPPING__INIT, *mappings[] = { &mapping };
  char *id = dump_name(p->e->view->dump, WIRE_SPACE_BUILD_ID, 0);
  uint64_t path_id = 1;
  path.has_iid = path.has_str = build.has_iid = build.has_str = true;
  path.iid = build.iid = 1;
  path.str = (ProtobufCBinaryData){ strlen(title), (uint8_t *)(uintptr_t)title };
  build.str = (ProtobufCBinaryData){ id ? strlen(id) : 0, (uint8_t *)id };
  mapping.has_iid = mapping.has_build_id = mapping.has_end = true;
  mapping.iid = MAPPING;
  mapping.build_id = 1;
  mapping.end = INT64_MAX;
  mapping.n_path_string_ids = 1;
  mapping.path_string_ids = &path_id;
  names.n_mapping_paths = names.n_build_ids = names.n_mappings = 1;
  names.mapping_paths = paths;
  names.build_ids = builds;
  names.mappings = mappings;
  perfetto_put_names(p, &names);
  mem_free(id);
}

void perfetto_take_sample(void *ctx, const struct reader_sample *s)
{
  struct perfetto *p = ctx;
  Perfetto__PerfSample sample = PERFETTO__PERF_SAMPLE__INIT;
  const uint32_t row = stacks_count(&p->paths, p->e->view, s->record, s->stack);
  if (p->paths.rows[row].samples == 1)
    put_path(p, row);
  perfetto_thread_track(p, s->thread);
  sample.has_cpu = sample.has_pid = sample.has_tid = sample.has_callstack_iid = sample.has_cpu_mode = true;
  sample.cpu = s->cpu;
  sample.pid = READER_PROCESS;
  sample.tid = reader_tid(p->e, s->thread);
  sample.callstack_iid = (uint64_t)row + 1;
  sample.cpu_mode = s->stack->address == WIRE_ADDRESS_USER ? MODE_USER : MODE_KERNEL;
  perfetto_set_time(p, s->time);
  p->packet.perf_sample = &sample;
  perfetto_put_short(p);
}

void perfetto_put_lost_samples(struct perfetto *p, const struct reader_lost *l)
{
  Perfetto__PerfSample sample = PERFETTO__PERF_SAMPLE__INIT;
  sample.has_cpu = sample.has_kernel_records_lost = true;
  sample.kernel_records_lost = l->row->records;
  perfetto_set_time(p, l->from);
  p->packet.perf_sample = &sample;
  perfetto_put_short(p);
}
