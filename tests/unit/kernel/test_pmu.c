/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_pmu.c: the processor's counters, on a fake of CPUID, of the registers and of RDPMC: which processors have
 * them, what is written to set them up, and that nothing is lost when a counter overflows.
 */
#include "fixture.h"

#include <string.h>

#include "pmu.h"
#include "prof.h"

/* ---- a processor ---- */

#define REGISTERS 16

static struct {
  const char *vendor;
  uint32_t most_leaf, signature;     /* of leaf 0, leaf 1 */
  uint32_t perfmon_eax, perfmon_ebx; /* of leaf 0xA */
  bool deaf;                         /* registers do not keep what is written */
  struct { uint32_t number; uint64_t value; } msr[REGISTERS];
  size_t msrs;
  uint64_t count[2];
} fake;

static struct cpu_id fake_id(uint32_t leaf)
{
  struct cpu_id id = { 0 };
  if (leaf == 0) {
    id.eax = fake.most_leaf;
    memcpy(&id.ebx, fake.vendor, 4);
    memcpy(&id.edx, fake.vendor + 4, 4);
    memcpy(&id.ecx, fake.vendor + 8, 4);
  }
  if (leaf == 1)
    id.eax = fake.signature;
  if (leaf == 0xA)
    id = (struct cpu_id){ .eax = fake.perfmon_eax, .ebx = fake.perfmon_ebx };
  return id;
}

static uint64_t fake_msr_read(uint32_t msr)
{
  for (size_t i = 0; i < fake.msrs; i++)
    if (fake.msr[i].number == msr)
      return fake.msr[i].value;
  return 0;
}

static void fake_msr_write(uint32_t msr, uint64_t value)
{
  size_t i = 0;
  while (i < fake.msrs && fake.msr[i].number != msr)
    i++;
  assert_true(i < REGISTERS);
  fake.msrs += i == fake.msrs;
  fake.msr[i].number = msr;
  fake.msr[i].value = fake.deaf ? 0 : value;
}

static uint64_t fake_counter_read(uint32_t counter)
{
  assert_in_range(counter, 0, 1);
  return fake.count[counter];
}

static const struct pmu_cpu cpu = { fake_id, fake_msr_read, fake_msr_write, fake_counter_read };

/* Leaf 0xA of version `v` with `n` counters of `w` bits, and the seven events of table 20-1. */
#define PERFMON(v, n, w) ((v) | (n) << 8 | (w) << 16 | 7u << 24)

static void be_intel(uint32_t signature, uint32_t perfmon_eax)
{
  memset(&fake, 0, sizeof fake);
  fake.vendor = "GenuineIntel";
  fake.most_leaf = 0x16;
  fake.signature = signature;
  fake.perfmon_eax = perfmon_eax;
}

static void be_amd(uint32_t signature)
{
  memset(&fake, 0, sizeof fake);
  fake.vendor = "AuthenticAMD";
  fake.most_leaf = 0x10;
  fake.signature = signature;
}

#define SKYLAKE   0x000506E3u  /* family 6, model 5Eh */
#define SIERRA    0x000A06F0u  /* family 6, model AFh: no big core */
#define BARCELONA 0x00100F22u  /* family 10h */
#define ROME      0x00830F10u  /* family 17h */

static const char *start(const char *first, const char *second)
{
  const char *const name[2] = { first, second };
  return pmu_start(&cpu, name);
}

/* ---- names ---- */

static void names_are_known_whatever_the_processor(void **state)
{
  char names[PMU_NAMES_BYTES];
  (void)state;
  assert_string_equal(pmu_names(names, sizeof names),
                      "cycles instructions branches branch_misses l1d_accesses l1d_misses l2_requests l2_misses "
                      "llc_requests llc_misses");
  assert_true(pmu_is_event("cycles"));
  assert_true(pmu_is_event("r0151"));
  assert_true(pmu_is_event("r4F2e"));
  static const char *const bad[] = { "", "cycle", "cycless", "r", "r015", "r01511", "r01g1", "R0151", "model" };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false(pmu_is_event(bad[i]));
}

/* ---- setting up ---- */

static void intels_counters_are_set_up_by_the_book(void **state)
{
  (void)state;
  be_intel(SKYLAKE, PERFMON(4, 4, 48));
  fake_msr_write(0x38F, 0x700000000);    /* the fixed counters, somebody else's */
  assert_null(start("llc_misses", "l1d_misses"));
  assert_int_equal(fake_msr_read(0x186), 0x43412E);
  assert_int_equal(fake_msr_read(0x187), 0x430151);
  assert_int_equal(fake_msr_read(0x38F), 0x700000003);
  assert_int_equal(fake_msr_read(0xC1), 0);
  assert_int_equal(fake_msr_read(0xC2), 0);
}

static void version_1_has_no_global_register(void **state)
{
  (void)state;
  be_intel(SKYLAKE, PERFMON(1, 2, 40));
  assert_null(start("cycles", "instructions"));
  for (size_t i = 0; i < fake.msrs; i++)
    assert_int_not_equal(fake.msr[i].number, 0x38F);
}

static void amds_codes_are_those_of_the_family(void **state)
{
  (void)state;
  be_amd(BARCELONA);
  assert_null(start("l2_requests", "l1d_misses"));
  assert_int_equal(fake_msr_read(0xC0010000), 0x43077D);
  assert_int_equal(fake_msr_read(0xC0010001), 0x430141);
  be_amd(ROME);
  assert_null(start("l2_requests", "l1d_misses"));
  assert_int_equal(fake_msr_read(0xC0010000), 0x43FF60);
  assert_int_equal(fake_msr_read(0xC0010001), 0x43C860);
}

static void any_event_may_be_named_by_its_code(void **state)
{
  (void)state;
  be_intel(SIERRA, PERFMON(5, 6, 48));
  assert_null(start("r04d1", "rFFFE"));
  assert_int_equal(fake_msr_read(0x186), 0x4304D1);
  assert_int_equal(fake_msr_read(0x187), 0x43FFFE);
}

/* ---- where there are none ---- */

static void refuses(const char *first, const char *why)
{
  const char *problem = start(first, "cycles");
  assert_non_null(problem);
  assert_non_null(strstr(problem, why));
}

static void a_processor_without_counters_says_so(void **state)
{
  (void)state;
  be_intel(SKYLAKE, 0);
  refuses("instructions", "shows no performance counters");
  be_intel(SKYLAKE, PERFMON(2, 1, 40));
  refuses("instructions", "shows no performance counters");
  be_intel(SKYLAKE, PERFMON(4, 4, 48));
  fake.most_leaf = 5;
  refuses("instructions", "shows no performance counters");
  be_amd(0x000006A0);                    /* family 6, the Athlon */
  refuses("instructions", "shows no performance counters");
  be_amd(ROME);
  fake.vendor = "CentaurHauls";
  refuses("instructions", "shows no performance counters");
  assert_int_equal(fake.msrs, 0);
}

static void a_virtual_machine_without_counters_says_so(void **state)
{
  (void)state;
  be_amd(ROME);
  fake.deaf = true;
  refuses("instructions", "do not keep what they are set to");
}

static void an_event_that_the_processor_lacks_is_named(void **state)
{
  (void)state;
  be_intel(SKYLAKE, PERFMON(4, 4, 48));
  fake.perfmon_ebx = 1u << 4;            /* it says itself: no LLC misses */
  refuses("llc_misses", "does not count llc_misses");
  refuses("l2_requests", "does not count l2_requests");
  be_intel(SKYLAKE, PERFMON(4, 4, 48) - (3u << 24));
  refuses("llc_misses", "does not count llc_misses"); /* behind those that it tells of */
  assert_null(start("llc_requests", "cycles"));
  be_intel(SIERRA, PERFMON(5, 6, 48));
  refuses("l1d_misses", "does not count l1d_misses");
  be_amd(ROME);
  refuses("llc_misses", "does not count llc_misses");
}

/* ---- reading ---- */

static void what_is_read_is_what_was_counted_since(void **state)
{
  uint64_t value[2];
  (void)state;
  be_intel(SKYLAKE, PERFMON(4, 4, 40));
  fake.count[0] = 1000;
  fake.count[1] = 0xFFFFFFFFFF;          /* about to overflow */
  assert_null(start("cycles", "instructions"));
  fake.count[0] = 1500;
  fake.count[1] = 41;
  uint64_t before = pmu_read(0, value);
  assert_int_equal(value[0], 500);
  assert_int_equal(value[1], 42);
  for (uint64_t i = 1; i <= 3; i++) {    /* round and round */
    fake.count[0] = (1500 + i * 0xC000000000) & 0xFFFFFFFFFF;
    assert_true(pmu_read(0, value) >= before);
    assert_int_equal(value[0], 500 + i * 0xC000000000);
    assert_int_equal(value[1], 42);
  }
}

static void bits_that_a_counter_does_not_have_do_not_count(void **state)
{
  uint64_t value[2];
  (void)state;
  be_amd(BARCELONA);
  assert_null(start("cycles", "instructions"));
  fake.count[0] = 0xABCD000000000007;
  pmu_read(0, value);
  assert_int_equal(value[0], 7);
}

/* The registers are those of another processor, which counts from 0. */
static void each_processor_counts_its_own(void **state)
{
  uint64_t value[2];
  (void)state;
  be_intel(SKYLAKE, PERFMON(4, 4, 40));
  assert_null(start("cycles", "instructions"));
  const uint64_t select = fake_msr_read(0x186);
  fake.count[0] = 700;
  pmu_read(0, value);
  be_intel(SKYLAKE, PERFMON(4, 4, 40));
  fake.count[0] = 50;
  assert_null(pmu_join(3));
  assert_int_equal(fake_msr_read(0x186), select);
  assert_int_equal(fake_msr_read(0x38F), 3);
  fake.count[0] = 55;
  pmu_read(3, value);
  assert_int_equal(value[0], 5);
  fake.count[0] = 710;
  pmu_read(0, value);
  assert_int_equal(value[0], 710);
}

static void a_processor_of_another_kind_does_not_join(void **state)
{
  (void)state;
  be_intel(SKYLAKE, PERFMON(4, 4, 40));
  assert_null(start("cycles", "instructions"));
  be_intel(SKYLAKE, PERFMON(4, 4, 48));
  assert_non_null(pmu_join(1));
  be_intel(SKYLAKE, PERFMON(4, 4, 40));
  fake.deaf = true;
  assert_non_null(pmu_join(1));
  pmu_mark();
  assert_null(pmu_join(1));
}

static void a_mark_reads_the_clock_and_no_counter(void **state)
{
  uint64_t value[2] = { 1, 1 };
  (void)state;
  be_amd(BARCELONA);
  assert_null(start("cycles", "instructions"));
  pmu_mark();
  fake.count[0] = 99;
  uint64_t first = pmu_read(0, value), second = pmu_read(0, value);
  assert_true(second >= first && first > 0);
  assert_int_equal(value[0], 0);
  assert_int_equal(value[1], 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_known_whatever_the_processor),
    cmocka_unit_test(intels_counters_are_set_up_by_the_book),
    cmocka_unit_test(version_1_has_no_global_register),
    cmocka_unit_test(amds_codes_are_those_of_the_family),
    cmocka_unit_test(any_event_may_be_named_by_its_code),
    cmocka_unit_test(a_processor_without_counters_says_so),
    cmocka_unit_test(a_virtual_machine_without_counters_says_so),
    cmocka_unit_test(an_event_that_the_processor_lacks_is_named),
    cmocka_unit_test(what_is_read_is_what_was_counted_since),
    cmocka_unit_test(bits_that_a_counter_does_not_have_do_not_count),
    cmocka_unit_test(each_processor_counts_its_own),
    cmocka_unit_test(a_processor_of_another_kind_does_not_join),
    cmocka_unit_test(a_mark_reads_the_clock_and_no_counter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
