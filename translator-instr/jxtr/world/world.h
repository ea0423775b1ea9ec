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

/* Starts an empty world that looks for class files under `path`, folders separated by colons. Nothing may be lacking:
 * world_be_lenient() can change that. */
void world_start(const char *path);

/* Returns the folders in which class files are looked for, separated by colons. */
const char *world_search(void);

/* Returns the path of the file that has, or would have, the class of this name; NULL: there is none. */
const char *world_path(const char *name);

/* Lets the program refer to what is not there, or not: lack.h. */
void world_be_lenient(bool yes);

/* Returns whether the program may refer to what is not there. */
bool world_lenient(void);

/* Returns the class, loaded. NULL: it is not there or no good; the first time that is reported, with `where`. A class
 * that is not there, or whose superclass or superinterface is not, is not reported where references may lack what they
 * name (lack.h) and `where` is a place in a method. */
struct class *world_class(const char *name, struct use where);

/* Returns, for a class that is not there, the name of the class that a NoClassDefFoundError names: its own, or that of
 * a superclass or superinterface which is not there. NULL: nothing of that kind is known of the class. */
const char *world_missing(const char *name);

/* Adds a class that is not in a file (lambda.c). NULL: it is no good, which is reported. */
struct class *world_define(const char *name, struct classfile *cf, struct use where);

/* All loaded classes, in the order of loading; may grow while one walks it. */
extern struct class **world_classes;
extern size_t world_class_count;

/* Resolution (JVMS 5.4.3): returns the declaration that a reference to the field owner.name:type means. NULL: there is
 * none; nothing is reported. */
struct field *world_field(struct class *owner, const char *name, const char *type);

/* world_field() for a method. */
struct method *world_method(struct class *owner, const char *name, const char *type);

/* Returns the method that the class itself declares, or NULL. */
struct method *world_declared(const struct class *c, const char *name, const char *type);

/* Returns the method that runs when `m` (virtual or of an interface) is called on an object of class `c`. NULL: there
 * is none, or it is abstract. */
struct method *world_select(struct class *c, const struct method *m);

/* Is `c` a subtype of `of`? Both are loaded. Interfaces count exactly, arrays are covariant. */
bool world_subtype(const struct class *c, const struct class *of);

/* Returns the Java source of a class, as its package and class file name it: "pkg/Main.java". */
const char *world_file(const struct class *c);

/* Returns the line of a place; 0: unknown. */
uint32_t world_line(struct use where);

/* Returns the name of a class with dots: "pkg.Main". */
const char *world_java_name(const struct class *c);

/* Reports an error at a place in a method, with the names of method and class. */
void world_error(struct use where, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
