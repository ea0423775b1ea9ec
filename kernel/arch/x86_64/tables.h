/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables.h: the processor's tables: segments, task state with the exception stacks, interrupt vectors.
 *
 * Double faults, NMIs and page faults run on stacks of their own, so that a thread that has run out of stack can
 * still be reported. Interrupts and all other exceptions run on the stack of the interrupted thread.
 */
#ifndef TABLES_H
#define TABLES_H

#define TABLES_EXCEPTIONS  32
#define TABLES_IRQ_BASE    32  /* vector of interrupt line 0 */
#define TABLES_IRQS        17

/* A processor's tables and stacks. */
struct tables;

/* Loads all of them on the first processor. Once, at boot, interrupts off. */
void tables_init(void);

/* Makes tables for another processor. Returns NULL when memory is out. Thread context or at boot. */
struct tables *tables_make(void);

/* Loads tables that tables_make() made on the calling processor. Once, interrupts off. */
void tables_load(struct tables *tables);

#endif
