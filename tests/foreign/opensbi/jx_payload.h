/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_payload.h: what runs above the firmware, in OpenSBI's test payload: harts that ask it for things, each as often.
 */
#include <sbi/riscv_asm.h>
#define JX_HARTS 4
#define ASK(extension, function, ...) sbi_ecall(SBI_EXT_##extension, SBI_EXT_##extension##_##function, __VA_ARGS__, 0, 0)

static unsigned char jx_stack[JX_HARTS + 1][4096] __attribute__((aligned(16)));

static void set_timer(void)
{
  ASK(TIME, SET_TIMER, csr_read(CSR_TIME) + 1000, 0, 0, 0); /* 0.1 ms */
}

__attribute__((used)) static void jx_work(unsigned long hart)
{
  for (unsigned long i = 0; i < 200; i++) {
    ASK(BASE, PROBE_EXT, SBI_EXT_TIME, 0, 0, 0);
    set_timer();
    ASK(IPI, SEND_IPI, 1, hart, 0, 0);
    if (i % 100 == 0)
      ASK(RFENCE, REMOTE_SFENCE_VMA, (1ul << JX_HARTS) - 1, 0, 0, 4096);
  }
}

/* A hart that was started has its number in a0, and the top of its stack in a1; it works, and stops. */
void jx_hart(void) __attribute__((visibility("hidden"))); /* no relocation */
__asm__("jx_hart: mv sp, a1; call jx_work; li a7, 0x48534d; li a6, 1; ecall"); /* SBI: extension HSM, hart_stop */

static void jx_payload(unsigned long self)
{
  for (unsigned long i = 0; i < JX_HARTS; i++)
    if (i != self)
      ASK(HSM, HART_START, i, (unsigned long)jx_hart, (unsigned long)jx_stack[i + 1], 0);
  jx_work(self);
  csr_write(CSR_SIE, MIP_STIP); /* for wfi */
  for (unsigned long i = 0; i < JX_HARTS;) {
    set_timer();
    wfi();
    const struct sbiret state = ASK(HSM, HART_GET_STATUS, i, 0, 0, 0);
    i += i == self || state.error || state.value == SBI_HSM_STATE_STOPPED;
  }
  ASK(SRST, RESET, SBI_SRST_RESET_TYPE_SHUTDOWN, 0, 0, 0);
}
