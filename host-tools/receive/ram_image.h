/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ram_image.h: a dump in a file that holds a machine's memory, which a debugger, QEMU or JTAG wrote: the frames may lie
 * anywhere in it, in any order, and parts of them more than once.
 */
#ifndef RAM_IMAGE_H
#define RAM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xfer_receiver;

/* What was found in an image. */
struct ram_image {
  uint64_t bytes;    /* of the file */
  uint64_t frames;   /* of the run that was taken: the one with the most frames */
  uint64_t others;   /* frames of other runs, which were left out */
};

/* Finds the frames in the file `fd`, and gives those of one run to the receiver, each once and in their order. Returns
 * false with errno where the file cannot be read. */
bool ram_image_feed(int fd, struct xfer_receiver *receiver, struct ram_image *found);

#endif
