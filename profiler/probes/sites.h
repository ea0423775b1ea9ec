/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sites.h: which functions have sites, and which of them are switched on (sites.c). Only where the port can write to
 * code (PROF_PORT_PATCH); elsewhere no function can be switched, and all that have probes are timed.
 *
 * A function is known by its address.
 */
#ifndef PROF_SITES_H
#define PROF_SITES_H

#include "prof.h"

#ifdef PROF_PORT_PATCH
/* Returns the bytes that the table of sites takes. */
size_t prof_sites_memory(const struct prof_config *c);

/* Puts the table into `memory`, which is prof_sites_memory() bytes. In prof_init(). */
void prof_sites_init(const struct prof_config *c, void *memory);

/* Forgets what was switched and throttled in an earlier run. In prof_start(); interrupts off. */
void prof_sites_start(void);

/* Switches a function on or off. Returns false when no function with sites begins at `address`. Any context. */
bool prof_site_switch(uintptr_t address, bool on);

/* Returns whether a function has sites and is switched on. Any context. */
bool prof_site_is_on(uintptr_t address);

/* Switches a function off for the throttle. Any context. */
void prof_site_throttle(uintptr_t address);

/* Notes that a call has ended whose node had PROF_NODE_DRAINS. Any context. */
void prof_site_closed(uintptr_t address);

/* Whether a function was switched since prof_start(): exits without an entry are to be expected then. */
extern bool prof_sites_changed;

/* Returns WIRE_NODE_PART and WIRE_NODE_THROTTLED as they hold for the nodes of a function; 0: neither. */
uint32_t prof_site_flags(uintptr_t address);

/* Returns the function with sites that begins last before `ip`, or there; 0: none does. Any context. */
uintptr_t prof_site_before(uintptr_t ip);

/* Returns how many functions have sites, and in *on how many of them are switched on. */
uint32_t prof_sites_count(uint32_t *on);

/* Returns how many functions have a site before their prolog only, on a processor where timed ones have more: bursts
 * count them (bursts.h), and nothing times them. */
uint32_t prof_sites_entered(void);

/* Says which calls of a function are recorded. Returns false when no function with sites begins at `address`. */
bool prof_site_record(uintptr_t address, enum prof_recording how);

/* Returns what was said; PROF_RECORD_ALL until something is, and of an address that is no function's with sites. Any
 * context. */
enum prof_recording prof_site_recording(uintptr_t address);

/* ---- for turns.c; interrupts off. A function's number stays what it is after prof_init(). ---- */

#define PROF_SITE_NONE UINT32_MAX
enum prof_site_turn { PROF_SITE_OFF, PROF_SITE_COUNTED, PROF_SITE_TALLIED, PROF_SITE_FENCED, PROF_SITE_AS_BEFORE };

/* Returns how many functions have sites, at most: known before prof_init(). */
uint32_t prof_sites_most(void);

/* Returns the number of the function whose first site is at `address`; PROF_SITE_NONE: there is none. */
uint32_t prof_site_number(uintptr_t address);

/* Returns whether there are functions with sites, and then in *low and *high the addresses of the first and the last.
 * Known before prof_init(). */
bool prof_sites_span(uintptr_t *low, uintptr_t *high);

/* Returns the address of a function. */
uintptr_t prof_site_address(uint32_t number);

/* Returns whether a function is switched on, whatever a turn has made of it. */
bool prof_site_timed(uint32_t number);

/* Notes that a call of the function is open, which prof_site_closed() will tell of, before PROF_SITE_OFF. */
void prof_site_await(uint32_t number);

/* Writes other hooks, or none, to the sites of a function that is switched on, or again what they had. */
void prof_site_turn(uint32_t number, enum prof_site_turn how);

/* While `held`, what else switches functions on and off leaves the code as it is: it holds when prof_site_turn() has
 * them PROF_SITE_AS_BEFORE. */
void prof_sites_hold(bool held);

/* Marks a function as named. Returns false where it has no sites, or was marked since prof_sites_unname(). */
bool prof_site_name(uintptr_t address);

/* Takes the marks of prof_site_name() from all functions. */
void prof_sites_unname(void);
#else
static const bool prof_sites_changed;
static inline bool prof_site_switch(uintptr_t address, bool on) { (void)address, (void)on; return false; }
static inline bool prof_site_is_on(uintptr_t address) { (void)address; return true; }
static inline void prof_site_throttle(uintptr_t address) { (void)address; }
static inline void prof_site_closed(uintptr_t address) { (void)address; }
static inline void prof_sites_start(void) { }
static inline uintptr_t prof_site_before(uintptr_t ip) { (void)ip; return 0; }
static inline enum prof_recording prof_site_recording(uintptr_t address) { (void)address; return PROF_RECORD_ALL; }
static inline uint32_t prof_site_flags(uintptr_t address) { (void)address; return 0; }
static inline uint32_t prof_sites_count(uint32_t *on) { return *on = 0; }
#endif

#endif
