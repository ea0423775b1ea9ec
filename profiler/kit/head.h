/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jxprof.h: a profiler for kernels, as its user sees it. The kit's README says how to begin. This file was made of the
 * profiler's headers by `make kit`; change those.
 */
/* Hidden: a position-independent image then has no relocations by symbol, which loaders of kernels leave alone. */
#pragma GCC visibility push(hidden)

