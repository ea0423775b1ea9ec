/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_ports.h: a card's I/O ports: the fast forms (jx.h, "Names in C") of jx.hw.Hardware, for emitted code. An access of
 * a register is one instruction, and drivers do little else. runtime/kernel/hw_kernel.c has the natives themselves,
 * which throw. A Linux process has no ports: there every fast form returns false, and hw_hosted.c throws.
 *
 * Which ports a driver may use, jx.hw decides (kernel/programs/java/net/jx/hw); the ports of the kernel's own devices
 * are refused here in any case. Context: a Java thread. Cost: the instruction, which leaves the virtual machine under
 * QEMU.
 */
#ifndef JX_PORTS_H
#define JX_PORTS_H

#include "jx_bytes.h"

#ifdef JX_HOSTED

static inline bool jxf_jx_hw_Hardware_in8(int32_t port, int32_t *to)
{
  (void)port;
  *to = 0;
  return false;
}

static inline bool jxf_jx_hw_Hardware_out8(int32_t port, int32_t value)
{
  (void)port, (void)value;
  return false;
}

static inline bool jxf_jx_hw_Hardware_read32(int32_t port, struct jx_object *bytes, int32_t at, int32_t count)
{
  (void)port, (void)bytes, (void)at, (void)count;
  return false;
}

static inline bool jxf_jx_hw_Hardware_write32(int32_t port, struct jx_object *bytes, int32_t at, int32_t count)
{
  (void)port, (void)bytes, (void)at, (void)count;
  return false;
}

#else

#include "cpu.h"

/* The first port of a card. Below are the devices of the main board, which belong to the kernel: interrupt controllers,
 * timer, serial line (PCI 2.2, section 3.2.2: cards decode I/O space above). */
#define JX_PORTS_FIRST 0x1000

/* May a program access the `width` ports from `port` on? */
static inline bool jx_is_port(int32_t port, int32_t width)
{
  return JX_LIKELY(port >= JX_PORTS_FIRST && port <= 0x10000 - width);
}

static inline bool jxf_jx_hw_Hardware_in8(int32_t port, int32_t *to)
{
  if (!jx_is_port(port, 1))
    return false;
  *to = cpu_in8((uint16_t)port);
  return true;
}

static inline bool jxf_jx_hw_Hardware_out8(int32_t port, int32_t value)
{
  if (!jx_is_port(port, 1))
    return false;
  cpu_out8((uint16_t)port, (uint8_t)value);
  return true;
}

static inline bool jxf_jx_hw_Hardware_read32(int32_t port, struct jx_object *bytes, int32_t at, int32_t count)
{
  if (!jx_is_port(port, 4) || !jx_bytes_fit(bytes, at, (int64_t)count * 4))
    return false;
  cpu_read32((uint16_t)port, JX_ELEMENTS(bytes, char) + at, (size_t)count);
  return true;
}

static inline bool jxf_jx_hw_Hardware_write32(int32_t port, struct jx_object *bytes, int32_t at, int32_t count)
{
  if (!jx_is_port(port, 4) || !jx_bytes_fit(bytes, at, (int64_t)count * 4))
    return false;
  cpu_write32((uint16_t)port, JX_ELEMENTS(bytes, char) + at, (size_t)count);
  return true;
}

#endif
#endif
