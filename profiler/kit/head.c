/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jxprof.c: a profiler for kernels, and the sending half of its line, in one file. It was made of the profiler's sources
 * by `make kit`; change those. At the end is miniLZO, Copyright (C) 1996-2017 Markus Franz Xaver Johannes Oberhumer,
 * GPL-2.0-or-later.
 *
 * The file is compiled twice: without probes, and once more with the kernel's own options for probes and
 * -DJXPROF_SUBJECT; the second object has the functions that the calibration measures.
 */
#define LZO_CFG_FREESTANDING 1

/* No code of the profiler uses a register of floating point: a hook does not save those. */
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("general-regs-only")
#endif

/* What clang has in place of gcc's attributes that keep a function as it is written. */
#ifdef __clang__
#define noipa   noinline
#define noclone noinline
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#endif

#include "jxprof.h"

#pragma GCC visibility push(hidden) /* as in jxprof.h */

#define JXPROF_KIT /* own.c */

/* The sources are compiled without a warning in their own tree; a kernel may ask for others. */
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wunused"

/* miniLZO wants these of <limits.h>, which not every compiler has without a C library. */
#define CHAR_BIT  __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define UCHAR_MAX (2u * __SCHAR_MAX__ + 1)
#define SHRT_MAX  __SHRT_MAX__
#define USHRT_MAX (2u * __SHRT_MAX__ + 1)
#define INT_MAX   __INT_MAX__
#define UINT_MAX  (2u * __INT_MAX__ + 1)
#define LONG_MAX  __LONG_MAX__
#define ULONG_MAX (2ul * __LONG_MAX__ + 1)
