/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pmu.c: see pmu.h. Registers and their bits: Intel SDM volume 3, 20.2 and 20.8; AMD APM volume 2, 13.2.
 */
#include "pmu.h"

#include "core/processor.h"
#include "lib/format.h"
#include "prof.h"
#include "lib/string.h"

#define LEAF_PERFMON        0xAu
#define LEAF_FEATURES       1u
#define INTEL_SELECT        0x186u        /* IA32_PERFEVTSEL0 */
#define INTEL_COUNTER       0xC1u         /* IA32_PMC0 */
#define INTEL_GLOBAL        0x38Fu        /* IA32_PERF_GLOBAL_CTRL, from version 2 on */
#define AMD_SELECT          0xC0010000u   /* PerfEvtSel0 */
#define AMD_COUNTER         0xC0010004u   /* PerfCtr0 */
#define AMD_COUNTER_BITS    48            /* APM volume 2, 13.2.1 */
#define SELECT_COUNTS       (1u << 16 | 1u << 17 | 1u << 22) /* in user mode, in the kernel, enabled */
#define CODE_NONE           0xFFFFu
#define L1D_REPLACEMENT     0x0151u

/* Codes are those of the select register: unit mask, event. Intel: SDM volume 3, table 20-1, but for l1d_misses,
 * which is L1D.REPLACEMENT of the cores below (Linux, arch/x86/events/intel/core.c; Intel's event lists,
 * perfmon-events). AMD: up to family 16h the BKDG of family 10h, 3.14; from family 17h on the PPR, 2.1.15; unit
 * masks as in Linux, arch/x86/events/amd/core.c. `absent` is the event's bit in EBX of leaf 0xA; 31: it has none. */
static const struct event {
  const char *name;
  uint16_t intel, amd, zen;
  uint8_t absent;
} events[] = {
  { "cycles",        0x003C,    0x0076,    0x0076,    0 },
  { "instructions",  0x00C0,    0x00C0,    0x00C0,    1 },
  { "branches",      0x00C4,    0x00C2,    0x00C2,    5 },
  { "branch_misses", 0x00C5,    0x00C3,    0x00C3,    6 },
  { "l1d_accesses",  CODE_NONE, 0x0040,    0x0040,    31 },
  { "l1d_misses",    L1D_REPLACEMENT,    0x0141,    0xC860,    31 },
  { "l2_requests",   CODE_NONE, 0x077D,    0xFF60,    31 },
  { "l2_misses",     CODE_NONE, 0x077E,    0x0964,    31 },
  { "llc_requests",  0x4F2E,    CODE_NONE, CODE_NONE, 3 },
  { "llc_misses",    0x412E,    CODE_NONE, CODE_NONE, 4 },
};
#define EVENTS (sizeof events / sizeof events[0])

/* Models of family 6 that count L1D.REPLACEMENT by that code: Nehalem, Westmere, Sandy Bridge, Ivy Bridge, Haswell,
 * Broadwell, Skylake and its kin, Ice Lake, Tiger Lake, Rocket Lake, Sapphire and Emerald Rapids. */
static const uint8_t replacement_models[] = {
  0x1A, 0x1E, 0x1F, 0x2E, 0x25, 0x2C, 0x2F, 0x2A, 0x2D, 0x3A, 0x3E, 0x3C, 0x3F, 0x45, 0x46, 0x3D, 0x47, 0x4F, 0x56,
  0x4E, 0x5E, 0x55, 0x8E, 0x9E, 0xA5, 0xA6, 0x7D, 0x7E, 0x6A, 0x6C, 0x8C, 0x8D, 0xA7, 0x8F, 0xCF,
};

/* The counters that there are. */
struct unit {
  uint32_t select, counter;   /* first register of each kind; the next one is the second's */
  uint32_t global;            /* register that enables counters as well; 0: none */
  uint32_t width;             /* bits */
  uint32_t absent;            /* events it lacks, as in leaf 0xA */
  bool intel, zen, replacement;
};

static struct {
  const struct pmu_cpu *cpu;  /* NULL: readings are marks */
  uint64_t mask;              /* bits that a counter has */
  struct unit unit;
  uint16_t code[2];           /* of what is counted */
} state;

/* What the counters of a processor have come to. Only the processor itself writes it. */
static struct count { uint64_t last[2], total[2]; } __attribute__((aligned(64))) counts[PROCESSORS_MOST];

static char problem[240];

static struct cpu_id own_id(uint32_t leaf) { return cpu_id(leaf); }
static uint64_t own_msr_read(uint32_t msr) { return cpu_msr_read(msr); }
static void own_msr_write(uint32_t msr, uint64_t value) { cpu_msr_write(msr, value); }
static uint64_t own_counter_read(uint32_t counter) { return cpu_counter_read(counter); }
const struct pmu_cpu pmu_this_cpu = { own_id, own_msr_read, own_msr_write, own_counter_read };

/* ---- names ---- */

/* The value of a hexadecimal digit; 16: it is none. */
static unsigned digit(char c)
{
  return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 :
         c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* The code of a name rUUEE; CODE_NONE: it is not of that form. */
static uint16_t raw_code(const char *name)
{
  unsigned code = 0, digits = 0;
  if (name[0] != 'r')
    return CODE_NONE;
  while (digits < 4 && digit(name[1 + digits]) < 16)
    code = code << 4 | digit(name[1 + digits++]);
  return digits == 4 && !name[5] ? (uint16_t)code : CODE_NONE;
}

static const struct event *find(const char *name)
{
  for (const struct event *e = events; e < events + EVENTS; e++)
    if (strlen(name) == strlen(e->name) && memcmp(name, e->name, strlen(name)) == 0)
      return e;
  return NULL;
}

bool pmu_is_event(const char *name)
{
  return find(name) || raw_code(name) != CODE_NONE;
}

const char *pmu_names(char *to, size_t room)
{
  size_t used = 0;
  for (size_t i = 0; i < EVENTS && used < room; i++)
    used += ksnprintf(to + used, room - used, "%s%s", i ? " " : "", events[i].name);
  return to;
}

/* ---- the processor ---- */

static bool is_vendor(const struct cpu_id *id, const char *vendor)
{
  return memcmp(&id->ebx, vendor, 4) == 0 && memcmp(&id->edx, vendor + 4, 4) == 0 &&
         memcmp(&id->ecx, vendor + 8, 4) == 0;
}

/* Family and model with their extended parts (SDM volume 2, CPUID; AMD counts the same way). */
static void read_model(const struct pmu_cpu *cpu, uint32_t *family, uint32_t *model)
{
  uint32_t signature = cpu->id(LEAF_FEATURES).eax;
  *family = signature >> 8 & 15;
  *model = (signature >> 4 & 15) | (signature >> 12 & 0xF0);
  if (*family == 15)
    *family += signature >> 20 & 255;
}

static bool counts_replacement(uint32_t family, uint32_t model)
{
  for (size_t i = 0; family == 6 && i < sizeof replacement_models; i++)
    if (replacement_models[i] == model)
      return true;
  return false;
}

/* Finds the counters of a processor of Intel's. An event whose bit lies behind those that EAX announces is absent. */
static bool find_intel(const struct pmu_cpu *cpu, uint32_t most_leaf, struct unit *u)
{
  uint32_t family, model;
  if (most_leaf < LEAF_PERFMON)
    return false;
  struct cpu_id id = cpu->id(LEAF_PERFMON);
  const uint32_t version = id.eax & 255, counters = id.eax >> 8 & 255, told = id.eax >> 24;
  if (!version || counters < 2)
    return false;
  read_model(cpu, &family, &model);
  *u = (struct unit){ .select = INTEL_SELECT, .counter = INTEL_COUNTER, .global = version >= 2 ? INTEL_GLOBAL : 0,
                      .width = id.eax >> 16 & 255, .absent = id.ebx | (told < 32 ? ~0u << told : 0), .intel = true,
                      .replacement = counts_replacement(family, model) };
  return true;
}

static bool find_amd(const struct pmu_cpu *cpu, struct unit *u)
{
  uint32_t family, model;
  read_model(cpu, &family, &model);
  *u = (struct unit){ .select = AMD_SELECT, .counter = AMD_COUNTER, .width = AMD_COUNTER_BITS,
                      .zen = family >= 0x17 };
  return family >= 0x0F;
}

static bool find_unit(const struct pmu_cpu *cpu, struct unit *u)
{
  struct cpu_id id = cpu->id(0);
  if (is_vendor(&id, "GenuineIntel"))
    return find_intel(cpu, id.eax, u);
  return (is_vendor(&id, "AuthenticAMD") || is_vendor(&id, "HygonGenuine")) && find_amd(cpu, u);
}

/* The code of an event on this processor, or CODE_NONE. */
static uint16_t code_of(const struct unit *u, const char *name)
{
  const struct event *e = find(name);
  if (!e)
    return raw_code(name);
  if (!u->intel)
    return u->zen ? e->zen : e->amd;
  if (e->intel == L1D_REPLACEMENT)
    return u->replacement ? e->intel : CODE_NONE;
  return u->absent >> e->absent & 1 && e->absent < 31 ? CODE_NONE : e->intel;
}

/* ---- setting up ---- */

/* A virtual machine may have the processor's number and not its counters: then the register does not keep what is
 * written. */
static bool set_up(const struct pmu_cpu *cpu, const struct unit *u, uint32_t i, uint16_t code)
{
  const uint64_t select = SELECT_COUNTS | code;
  cpu->msr_write(u->select + i, 0);
  cpu->msr_write(u->counter + i, 0);
  if (u->global)
    cpu->msr_write(u->global, cpu->msr_read(u->global) | 1u << i);
  cpu->msr_write(u->select + i, select);
  return cpu->msr_read(u->select + i) == select;
}

/* Sets this processor's counters to what is counted, and starts them. Returns whether they keep it. */
static bool start_here(const struct pmu_cpu *cpu, const struct unit *u, const uint16_t code[2], uint64_t mask,
                       struct count *count)
{
  if (!set_up(cpu, u, 0, code[0]) || !set_up(cpu, u, 1, code[1])) {
    cpu->msr_write(u->select, 0);
    return false;
  }
  for (uint32_t i = 0; i < 2; i++) {
    count->last[i] = cpu->counter_read(i) & mask;
    count->total[i] = 0;
  }
  return true;
}

const char *pmu_start(const struct pmu_cpu *cpu, const char *const name[2])
{
  struct unit u;
  uint16_t code[2];
  if (!find_unit(cpu, &u))
    return "this processor shows no performance counters";
  for (uint32_t i = 0; i < 2; i++) {
    code[i] = code_of(&u, name[i]);
    if (code[i] == CODE_NONE) {
      ksnprintf(problem, sizeof problem, "this processor does not count %s, or by a code that is not known here "
                "(its manual has them; counters=rUUEE takes any)", name[i]);
      return problem;
    }
  }
  const uint64_t mask = u.width < 64 ? (1ull << u.width) - 1 : UINT64_MAX;
  if (!start_here(cpu, &u, code, mask, &counts[0]))
    return "this machine's performance counters do not keep what they are set to: it is a virtual one without them";
  state.cpu = cpu;
  state.mask = mask;
  state.unit = u;
  state.code[0] = code[0];
  state.code[1] = code[1];
  return NULL;
}

const char *pmu_join(uint32_t processor)
{
  struct unit u;
  if (!state.cpu)
    return NULL;
  if (!find_unit(state.cpu, &u) || u.select != state.unit.select || u.width != state.unit.width)
    return "its performance counters are not those of the first processor";
  if (!start_here(state.cpu, &u, state.code, state.mask, &counts[processor]))
    return "its performance counters do not keep what they are set to";
  return NULL;
}

void pmu_mark(void)
{
  state.cpu = NULL;
  counts[0] = (struct count){ 0 };
}

/* ---- reading ---- */

static uint64_t read_mark(void)
{
  uint32_t low, high;
  asm volatile("rdtsc; nopl %c2(%%rax)" : "=a"(low), "=d"(high) : "i"(WIRE_READING_MARK));
  return (uint64_t)high << 32 | low;
}

uint64_t pmu_read(uint32_t processor, uint64_t value[2])
{
  struct count *own = &counts[processor];
  uint64_t now = state.cpu ? cpu_tsc() : read_mark();
  for (uint32_t i = 0; i < 2; i++) {
    if (state.cpu) {
      uint64_t count = state.cpu->counter_read(i) & state.mask;
      own->total[i] += (count - own->last[i]) & state.mask;
      own->last[i] = count;
    }
    value[i] = own->total[i];
  }
  return now;
}
