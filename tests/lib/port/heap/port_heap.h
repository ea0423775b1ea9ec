/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_heap.h: the Java heap's port (runtime/core/port.h) to a Linux process whose threads are processors: they run at
 * the same time, and stop where they call heap_poll() only. So ThreadSanitizer sees what the heap orders, and what not.
 */
#ifndef PORT_HEAP_H
#define PORT_HEAP_H

#include <stdint.h>

/* Sets how many processors there are, before everything else. */
void port_heap_processors(uint32_t count);

/* Makes the calling thread processor `number`, and ends that. Between the two it runs as a thread of the program
 * does. */
void port_heap_begin(uint32_t number);
void port_heap_end(void);

/* Stands still here while another thread has stopped all. */
void port_heap_poll(void);

/* Returns how often port_call_helper() was called. */
uint64_t port_heap_calls(void);

#endif
