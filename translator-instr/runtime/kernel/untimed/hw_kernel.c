/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hw_kernel.c: the machine below, for drivers in Java: the natives of jx.hw.Hardware. In a Linux process there is
 * none: hw_hosted.c. Those that drivers use most have fast forms in jx_ports.h.
 *
 * Type safety is what protects this system, so nothing here may reach memory that is not an array's, whatever the
 * arguments are: ranges are checked here. Which ports and lines a driver may use is jx.hw's to decide, which hands
 * out those of a device only; the kernel's own devices are refused here all the same.
 */
#include "runtime/core/natives.h"

#include "cpu.h"
#include "irq.h"
#include "contract/jx_ports.h"
#include "drivers/pci.h"
#include "runtime/core/rt.h"
#include "core/thread.h"
#include "tsc.h"

extern struct jx_class jxc_java_lang_ArrayIndexOutOfBoundsException, jxc_java_lang_IllegalArgumentException,
  jxc_java_lang_NullPointerException;

static bool is_port(int32_t port, int32_t width)
{
  if (jx_is_port(port, width))
    return true;
  rt_throw(&jxc_java_lang_IllegalArgumentException, "no I/O port of a card");
  return false;
}

/* ---- ports ---- */

int32_t jxn_jx_hw_Hardware_in8(int32_t port)
{
  return is_port(port, 1) ? cpu_in8((uint16_t)port) : 0;
}

int32_t jxn_jx_hw_Hardware_in16(int32_t port)
{
  return is_port(port, 2) ? cpu_in16((uint16_t)port) : 0;
}

int32_t jxn_jx_hw_Hardware_in32(int32_t port)
{
  return is_port(port, 4) ? (int32_t)cpu_in32((uint16_t)port) : 0;
}

void jxn_jx_hw_Hardware_out8(int32_t port, int32_t value)
{
  if (is_port(port, 1))
    cpu_out8((uint16_t)port, (uint8_t)value);
}

void jxn_jx_hw_Hardware_out16(int32_t port, int32_t value)
{
  if (is_port(port, 2))
    cpu_out16((uint16_t)port, (uint16_t)value);
}

void jxn_jx_hw_Hardware_out32(int32_t port, int32_t value)
{
  if (is_port(port, 4))
    cpu_out32((uint16_t)port, (uint32_t)value);
}

/* Where bytes[offset .. offset + count * width) is; NULL with an exception pending when that is not all in the array.
 * */
static char *slice(struct jx_object *bytes, int32_t offset, int32_t count, int32_t width)
{
  if (!bytes)
    rt_throw(&jxc_java_lang_NullPointerException, NULL);
  else if (!jx_bytes_fit(bytes, offset, (int64_t)count * width))
    rt_throw(&jxc_java_lang_ArrayIndexOutOfBoundsException, "port transfer beyond the array");
  else
    return JX_ELEMENTS(bytes, char) + offset;
  return NULL;
}

void jxn_jx_hw_Hardware_read16(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count)
{
  char *to = is_port(port, 2) ? slice(bytes, offset, count, 2) : NULL;
  if (to)
    cpu_read16((uint16_t)port, to, (size_t)count);
}

void jxn_jx_hw_Hardware_read32(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count)
{
  char *to = is_port(port, 4) ? slice(bytes, offset, count, 4) : NULL;
  if (to)
    cpu_read32((uint16_t)port, to, (size_t)count);
}

void jxn_jx_hw_Hardware_write16(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count)
{
  const char *from = is_port(port, 2) ? slice(bytes, offset, count, 2) : NULL;
  if (from)
    cpu_write16((uint16_t)port, from, (size_t)count);
}

void jxn_jx_hw_Hardware_write32(int32_t port, struct jx_object *bytes, int32_t offset, int32_t count)
{
  const char *from = is_port(port, 4) ? slice(bytes, offset, count, 4) : NULL;
  if (from)
    cpu_write32((uint16_t)port, from, (size_t)count);
}

/* ---- PCI configuration space ---- */

int32_t jxn_jx_hw_Hardware_readConfig(int32_t function, int32_t offset)
{
  return (int32_t)pci_read((uint16_t)function, (unsigned)offset);
}

void jxn_jx_hw_Hardware_writeConfig(int32_t function, int32_t offset, int32_t value)
{
  pci_write((uint16_t)function, (unsigned)offset, (uint32_t)value);
}

/* ---- interrupt lines ---- */

static bool is_line(int32_t line)
{
  if (line >= 0 && line < IRQ_LINES)
    return true;
  rt_throw(&jxc_java_lang_IllegalArgumentException, "no interrupt line");
  return false;
}

int32_t jxn_jx_hw_Hardware_attach(int32_t line)
{
  return is_line(line) && irq_attach((unsigned)line);
}

int32_t jxn_jx_hw_Hardware_await(int32_t line, int32_t millis)
{
  if (!is_line(line))
    return 0;
  if (irq_attached((unsigned)line) != thread_self()) {
    rt_throw(&jxc_java_lang_IllegalArgumentException, "the interrupt line is not this thread's");
    return 0;
  }
  return irq_await((unsigned)line, tsc_now() + tsc_from_us((uint64_t)(millis > 0 ? millis : 0) * 1000));
}
