/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * xray.c: plain.c under LLVM XRay's flight data recorder, every call kept. plain.c is compiled with -Dmain=plain_main.
 *
 * The functions are those of compiler-rt's xray_log_interface.h, which is C++. Setting XRAY_OPTIONS alone leaves the log
 * unwritten (clang 14): the mode has to be chosen, and the log ended, by calls.
 */
#include <stdio.h>

#define UNSEEN __attribute__((xray_never_instrument))

int __xray_log_select_mode(const char *mode);
int __xray_log_init_mode(const char *mode, const char *options);
int __xray_patch(void);
int __xray_log_finalize(void);
int __xray_log_flushLog(void);
int plain_main(int argc, char **argv);

enum { XRAY_REGISTERED = 0, XRAY_INITIALIZED = 2, XRAY_PATCHED = 1, XRAY_FINALIZED = 4, XRAY_FLUSHED = 2 };

/* One buffer that holds all: with many small ones llvm-xray account 14 loses track of who called whom. */
#define OPTIONS "func_duration_threshold_us=0:buffer_size=134217728:buffer_max=2"

UNSEEN int main(int argc, char **argv)
{
  if (__xray_log_select_mode("xray-fdr") != XRAY_REGISTERED ||
      __xray_log_init_mode("xray-fdr", OPTIONS) != XRAY_INITIALIZED || __xray_patch() != XRAY_PATCHED) {
    fprintf(stderr, "%s: XRay does not start\n", argv[0]);
    return 1;
  }
  int status = plain_main(argc, argv);
  if (__xray_log_finalize() != XRAY_FINALIZED || __xray_log_flushLog() != XRAY_FLUSHED) {
    fprintf(stderr, "%s: XRay does not write its log\n", argv[0]);
    return 1;
  }
  return status;
}
