/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * arguments.h: what each of the programs is given: how many rounds it works, and before that perhaps a file. Wrong
 * arguments end the program with status 2, and with what it wants.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint32_t rounds_from(int argc, char **argv)
{
  const uint32_t rounds = argc == 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  if (!rounds) {
    fprintf(stderr, "usage: %s ROUNDS\n", argv[0]);
    exit(2);
  }
  return rounds;
}

/* Reads at most `most` bytes of the file into `text`: *bytes are there. */
static inline uint32_t file_and_rounds_from(int argc, char **argv, void *text, size_t most, size_t *bytes)
{
  const uint32_t rounds = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  FILE *f = rounds ? fopen(argv[1], "rb") : NULL;
  if (!f) {
    fprintf(stderr, "usage: %s FILE ROUNDS\n", argv[0]);
    exit(2);
  }
  *bytes = fread(text, 1, most, f);
  fclose(f);
  return rounds;
}

#endif
