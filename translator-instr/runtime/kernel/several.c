/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * several.c: see several.h. An image is for any number of processors. A step that must be one for all of them locks the
 * bus, and a store to a volatile field waits until it is seen: both cost some twenty cycles, which one processor need
 * not spend. So an image has places that do nothing, of the same length.
 */
#include "several.h"

#include "contract/jx.h"
#include "prof.h"
#include "core/processor.h"

extern const uintptr_t __start___several[] __attribute__((weak)), __stop___several[] __attribute__((weak));

enum { PREFIX_PLACE = 0x3e, PREFIX_LOCK = 0xf0 };

/* lock orl $0, (%rsp): nothing that is read behind it is read before what was stored in front of it is seen (SDM volume 3,
 * 8.2.3.9); faster than MFENCE. */
static const uint8_t fence[] = { PREFIX_LOCK, 0x83, 0x0c, 0x24, 0x00 };
static const uint8_t prefix[] = { PREFIX_LOCK };

void several_begin(void)
{
  if (processor_count == 1)
    return;
  for (const uintptr_t *place = __start___several; place < __stop___several; place++)
    if (*(const uint8_t *)*place == PREFIX_PLACE)
      prof_port_patch(*place, prefix, sizeof prefix);
    else
      prof_port_patch(*place, fence, sizeof fence);
}
