# SPDX-License-Identifier: GPL-2.0-or-later
#
# The profiler in U-Boot on aarch64: from the main loop on until the machine is switched off, an event for each command.
# U-Boot has moved to the end of memory by then. Its build takes the options of the probes as KCFLAGS.
# shellcheck shell=sh disable=SC2154 # program, tried, own and kit are the caller's
put_kit lib/jx aarch64
cat >lib/jx/Makefile <<'EOF'
obj-y += jx.o jxprof.o jxprof_subject.o
ccflags-y += -I$(srctree)/$(src) -include stdint-gcc.h -D__UB_STDINT_H # U-Boot's stdint.h is empty
CFLAGS_jxprof_subject.o += -DJXPROF_SUBJECT
CFLAGS_REMOVE_jx.o += -fpatchable-function-entry=2
CFLAGS_REMOVE_jxprof.o += -fpatchable-function-entry=2
EOF
edit after lib/Makefile '^obj-y \+= string\.o$' 'obj-y += jx/'
sections_for arch/arm/cpu/armv8/u-boot.lds '^	__u_boot_list ALIGN\(8\) : \{'
edit before common/main.c '^	s = bootdelay_process\(\)' '	{ extern void jx_main(void); jx_main(); }'
edit before common/command.c '^	result = cmdtp->cmd_rep' \
  '	{ extern void jx_command(const char *name); jx_command(cmdtp->name); }'
edit before drivers/sysreset/sysreset-uclass.c 'puts\("poweroff \.\.\.' '	{ extern void jx_end(void); jx_end(); }'
edit change Makefile '^LDFLAGS_u-boot \+= --build-id=none' 'LDFLAGS_u-boot += --build-id'
edit after arch/arm/config.mk '^# limit ourselves to the sections' \
  'OBJCOPYFLAGS += -j prof_probe -j .note.gnu.build-id -j __patchable_function_entries'
# What the profiler calls has no probes.
for name in memset memcpy memmove memcmp strlen; do
  edit before lib/string.c "^[a-z_]+[^=;(]*[ *]$name ?\\(" '__attribute__((patchable_function_entry(0)))'
done
