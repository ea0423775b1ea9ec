/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame_read.h: the payload of a frame whose checksums are right. Host only; a part of receive.c.
 */
#ifndef FRAME_READ_H
#define FRAME_READ_H

#include "format/wire.h"

/* Returns the plain payload of frame `f`, whose payload as it was sent is at `payload`: decompressed into `room`
 * (WIRE_PLAIN_MAX bytes), or `payload` itself where it was not compressed. NULL when it does not decompress to the
 * length that the header says. */
const uint8_t *frame_read_payload(const struct wire_frame *f, const uint8_t *payload, uint8_t *room);

#endif
