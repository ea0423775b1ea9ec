/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * world.h: the closed world: every class that the program can name, its place in the hierarchy, the layout of its
 * objects and its vtable.
 *
 * Classes are loaded when they are first asked for. What always holds: a loaded class has its superclass and
 * superinterfaces loaded, its layout and vtable fixed.
 */
#ifndef WORLD_H
#define WORLD_H

#include "class.h"

/* Starts an empty world that looks for class files under `path`, folders separated by colons. */
void world_start(const char *path);

/* The class, loaded. NULL: it does not exist or is no good; the first time that has been reported with `where`. */
struct class *world_class(const char *name, struct use where);

/* Takes a class that is not in a file (lambda.c). NULL: it is no good, reported. */
struct class *world_define(const char *name, struct classfile *cf, struct use where);

/* All loaded classes, in the order of loading; may grow while one walks it. */
extern struct class **world_classes;
extern size_t world_class_count;

/* Resolution (JVMS 5.4.3): the declaration that a reference to owner.name:type means. NULL: there is none; nothing is
 * reported. */
struct field *world_field(struct class *owner, const char *name, const char *type);
struct method *world_method(struct class *owner, const char *name, const char *type);

/* The method declared in the class itself, or NULL. */
struct method *world_declared(const struct class *c, const char *name, const char *type);

/* What runs when `m` (virtual or of an interface) is called on an object of class `c`. NULL: nothing, or an abstract
 * method. */
struct method *world_select(struct class *c, const struct method *m);

/* Subtyping of loaded classes; interfaces count exactly, arrays are covariant. */
bool world_subtype(const struct class *c, const struct class *of);

/* "Main.java:12" and the like. */
const char *world_file(const struct class *c);
uint32_t world_line(struct use where);
const char *world_java_name(const struct class *c);
void world_error(struct use where, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
