/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hw_hosted.c: the natives of jx.hw.Hardware in a Linux process, which may touch no device: each throws
 * UnsatisfiedLinkError. Linked only into programs that have a driver.
 */
#include "runtime/core/natives.h"

#include "runtime/core/rt.h"

extern struct jx_class jxc_java_lang_UnsatisfiedLinkError;

static int32_t throw_no_device(void)
{
  rt_throw(&jxc_java_lang_UnsatisfiedLinkError,
           "jx.hw: a Linux process has no devices; run this program in the kernel (make run APP=)");
  return 0;
}

#define ANY __attribute__((unused))

int32_t jxn_jx_hw_Hardware_in8(ANY int32_t port) { return throw_no_device(); }
int32_t jxn_jx_hw_Hardware_in16(ANY int32_t port) { return throw_no_device(); }
int32_t jxn_jx_hw_Hardware_in32(ANY int32_t port) { return throw_no_device(); }
void jxn_jx_hw_Hardware_out8(ANY int32_t port, ANY int32_t value) { throw_no_device(); }
void jxn_jx_hw_Hardware_out16(ANY int32_t port, ANY int32_t value) { throw_no_device(); }
void jxn_jx_hw_Hardware_out32(ANY int32_t port, ANY int32_t value) { throw_no_device(); }
int32_t jxn_jx_hw_Hardware_readConfig(ANY int32_t function, ANY int32_t offset) { return throw_no_device(); }
void jxn_jx_hw_Hardware_writeConfig(ANY int32_t function, ANY int32_t offset, ANY int32_t value) { throw_no_device(); }
int32_t jxn_jx_hw_Hardware_attach(ANY int32_t line) { return throw_no_device(); }
int32_t jxn_jx_hw_Hardware_await(ANY int32_t line, ANY int32_t millis) { return throw_no_device(); }

#define TRANSFER_OF ANY int32_t port, ANY struct jx_object *bytes, ANY int32_t offset, ANY int32_t count

void jxn_jx_hw_Hardware_read16(TRANSFER_OF) { throw_no_device(); }
void jxn_jx_hw_Hardware_read32(TRANSFER_OF) { throw_no_device(); }
void jxn_jx_hw_Hardware_write16(TRANSFER_OF) { throw_no_device(); }
void jxn_jx_hw_Hardware_write32(TRANSFER_OF) { throw_no_device(); }
