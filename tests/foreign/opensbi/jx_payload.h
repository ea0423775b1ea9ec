/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_payload.h: what runs above the firmware, in OpenSBI's test payload: harts that ask it for things, each as often.
 */
#define JX_HARTS 4
#define ASK(extension, function, ...) sbi_ecall(SBI_EXT_##extension, SBI_EXT_##extension##_##function, __VA_ARGS__, 0, 0)

static volatile unsigned long jx_done;
static unsigned char jx_stack[JX_HARTS + 1][4096] __attribute__((aligned(16)));

__attribute__((used)) static void jx_work(unsigned long hart)
{
  for (unsigned long i = 0; i < 200; i++) {
    ASK(BASE, PROBE_EXT, SBI_EXT_TIME, 0, 0, 0);
    ASK(TIME, SET_TIMER, -1ul, 0, 0, 0);
    ASK(IPI, SEND_IPI, 1, hart, 0, 0);
    if (i % 10 == 0)
      ASK(RFENCE, REMOTE_SFENCE_VMA, (1ul << JX_HARTS) - 1, 0, 0, 4096);
    if (i % 100 == 0)
      sbi_ecall_console_puts("a hundred rounds\n");
  }
  __sync_fetch_and_add(&jx_done, 1);
}

/* A hart that was started has its number in a0, and the top of its stack in a1; it works, and stops. */
void jx_hart(void);
__asm__("jx_hart: mv sp, a1; call jx_work; li a7, 0x48534d; li a6, 1; ecall"); /* SBI: extension HSM, hart_stop */

static void jx_payload(unsigned long self)
{
  unsigned long harts = 1;
  for (unsigned long i = 0; i < JX_HARTS; i++)
    if (i != self)
      harts += ASK(HSM, HART_START, i, (unsigned long)jx_hart, (unsigned long)jx_stack[i + 1], 0).error == 0;
  jx_work(self);
  while (jx_done < harts)
    ;
  ASK(SRST, RESET, SBI_SRST_RESET_TYPE_SHUTDOWN, 0, 0, 0);
}
