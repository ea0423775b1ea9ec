/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * multiboot.c: see multiboot.h.
 */
#include "multiboot.h"

#include <stdbool.h>

#include "lib/string.h"

enum { HAS_MEMORY = 1 << 0, HAS_COMMAND = 1 << 2, HAS_MODULES = 1 << 3, HAS_MAP = 1 << 6 };

/* The tables as the loader writes them; offsets are those of the specification. */
struct information {
  uint32_t flags;
  uint32_t lower_kib, upper_kib;
  uint32_t boot_device;
  uint32_t command_line;
  uint32_t module_count, modules;
  uint32_t symbols[4];
  uint32_t map_bytes, map;
};
_Static_assert(offsetof(struct information, map) == 48, "Multiboot information");

struct module { uint32_t start, end, text, reserved; };

struct map_entry {
  uint32_t bytes;       /* of the rest of this entry */
  uint64_t start, length;
  uint32_t type;
} __attribute__((packed));
enum { MAP_RAM = 1 };

static struct boot_info boot;

static const void *physical(uint32_t address)
{
  return (const void *)(uintptr_t)address;
}

static void add_ram(uint64_t start, uint64_t end)
{
  if (boot.ram_count < BOOT_RANGES_MAX && end > start)
    boot.ram[boot.ram_count++] = (struct boot_range){ start, end };
}

static void read_map(const struct information *info)
{
  const uint8_t *at = physical(info->map), *end = at + info->map_bytes;
  while (at < end) {
    const struct map_entry *entry = (const void *)at;
    if (entry->type == MAP_RAM)
      add_ram(entry->start, entry->start + entry->length);
    at += entry->bytes + sizeof entry->bytes;
  }
}

static void add_module(uint32_t start, uint32_t end)
{
  if (boot.module_count < BOOT_MODULES_MAX)
    boot.modules[boot.module_count++] = (struct boot_range){ start, end };
  else
    boot.modules_ignored++;
}

static void read_modules(const struct information *info)
{
  const struct module *module = physical(info->modules);
  for (uint32_t i = 0; i < info->module_count; i++, module++)
    add_module(module->start, module->end);
}

static bool ends_in(const char *word, size_t bytes, const char *end)
{
  size_t n = strlen(end);
  return bytes >= n && memcmp(word + bytes - n, end, n) == 0;
}

/* QEMU puts the image's file name first, GRUB does not: a first word with a slash before any `=`, or that ends like
 * an image, is the name. */
static const char *skip_image_name(const char *line)
{
  line += *line == ' ';
  const char *space = strchr(line, ' ');
  size_t bytes = space ? (size_t)(space - line) : strlen(line);
  const char *slash = memchr(line, '/', bytes), *equals = memchr(line, '=', bytes);
  bool path = slash && (!equals || slash < equals);
  if (path || ends_in(line, bytes, ".elf") || ends_in(line, bytes, ".elf32"))
    line += bytes;
  while (*line == ' ')
    line++;
  return line;
}

static void read_command(const char *text)
{
  const char *line = skip_image_name(text);
  boot.command_bytes = strlen(line);
  string_copy(boot.command_line, line, sizeof boot.command_line);
}

static void read_first(const struct information *info)
{
  if (info->flags & HAS_MAP)
    read_map(info);
  else if (info->flags & HAS_MEMORY)
    add_ram(1u << 20, (1u << 20) + ((uint64_t)info->upper_kib << 10));
  if (info->flags & HAS_MODULES)
    read_modules(info);
  if (info->flags & HAS_COMMAND)
    read_command(physical(info->command_line));
}

/* ---- Multiboot 2: tags behind a head, each at a multiple of 8 bytes ---- */

enum { TAG_END = 0, TAG_COMMAND = 1, TAG_MODULE = 3, TAG_MAP = 6, TAG_ROOT = 14, TAG_WIDE_ROOT = 15 };

struct tags { uint32_t bytes, reserved; };
struct tag { uint32_t type, bytes; };
struct module_tag { struct tag tag; uint32_t start, end; };
struct map_tag { struct tag tag; uint32_t entry_bytes, entry_version; };
struct map2_entry { uint64_t start, length; uint32_t type, reserved; };

static void read_map_tag(const struct map_tag *map)
{
  const uint8_t *at = (const uint8_t *)(map + 1), *end = (const uint8_t *)map + map->tag.bytes;
  for (; map->entry_bytes >= sizeof(struct map2_entry) && at + map->entry_bytes <= end; at += map->entry_bytes) {
    const struct map2_entry *entry = (const void *)at;
    if (entry->type == MAP_RAM)
      add_ram(entry->start, entry->start + entry->length);
  }
}

static void read_root(const struct tag *tag, struct boot_root *root)
{
  const size_t bytes = tag->bytes - sizeof *tag;
  root->bytes = bytes < BOOT_ROOT_MAX ? bytes : BOOT_ROOT_MAX;
  memcpy(root->pointer, tag + 1, root->bytes);
}

static void read_tag(const struct tag *tag)
{
  const struct module_tag *module = (const void *)tag;
  switch (tag->type) {
  case TAG_COMMAND: read_command((const char *)(tag + 1)); break;
  case TAG_MODULE:
    if (tag->bytes >= sizeof *module)
      add_module(module->start, module->end);
    break;
  case TAG_MAP:
    if (tag->bytes >= sizeof(struct map_tag))
      read_map_tag((const void *)tag);
    break;
  case TAG_ROOT: read_root(tag, &boot.roots[0]); break;
  case TAG_WIDE_ROOT: read_root(tag, &boot.roots[1]); break;
  default: break;
  }
}

static void read_tags(const struct tags *tags)
{
  const uint8_t *at = (const uint8_t *)(tags + 1), *end = (const uint8_t *)tags + tags->bytes;
  while (at + sizeof(struct tag) <= end) {
    const struct tag *tag = (const void *)at;
    if (tag->type == TAG_END || tag->bytes < sizeof *tag || tag->bytes > (size_t)(end - at))
      return;
    read_tag(tag);
    at += ((size_t)tag->bytes + 7) & ~(size_t)7;
  }
}

const struct boot_info *multiboot_read(uint32_t address, uint32_t loader)
{
  if (loader == MULTIBOOT2_LOADER)
    read_tags(physical(address));
  else
    read_first(physical(address));
  return boot.ram_count ? &boot : NULL;
}
