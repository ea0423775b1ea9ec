/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * off_job.h: one job, built with the sites of probes, which are NOPs, and without. Returns a digest of its result; 0 when
 * there is no memory. Both work in the same `batch`: its place in the cache is no difference.
 */
#ifndef OFF_JOB_H
#define OFF_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "programs/text/text_split.h"

uint64_t off_job_sites(const uint8_t *text, size_t bytes, struct text_batch *batch);
uint64_t off_job_plain(const uint8_t *text, size_t bytes, struct text_batch *batch);

#endif
