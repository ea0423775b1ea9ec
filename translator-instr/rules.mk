# SPDX-License-Identifier: GPL-2.0-or-later
# translator-instr/: the translator jxtr, the library's classes, and the runtime, for the host and for kernels. A
# program: jxtr turns its classes into C, which is compiled with EMITTED_FLAGS and linked with libjxrt.a.

J  := $(O)/java
RT := translator-instr/runtime

# ---- jxtr ----
JXTR_C := $(wildcard translator-instr/jxtr/*.c translator-instr/jxtr/*/*.c)
JXTR_O := $(JXTR_C:%.c=$(H)/%.o)
JXTR_FLAGS := -D_GNU_SOURCE -Itranslator-instr -Itranslator-instr/jxtr
# It sees no other room: host-tools/ has a base/mem.h of its own.
$(JXTR_O): HOST_FLAGS := $(JXTR_FLAGS) $(filter-out -I%,$(HOST_FLAGS))
$(JXTR_O): translator-instr/rules.mk
$(O)/jxtr: $(JXTR_O)
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^

# ---- the library's classes ----
# --system none: nothing of the JDK's library is visible. -XDstringConcat=inline: no invokedynamic for `+'.
# -J: in a run of ten seconds the compiler for long runs, and a collector with threads, take twice the time of javac.
JAVAC := javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 --system none -XDstringConcat=inline -g -proc:none \
  -encoding UTF-8
LIB_JAVA := $(shell find translator-instr/library -name '*.java' 2>/dev/null)
# Sources that are alike but for a type are made of templates, into $(J)/source.
LIB_TEMPLATES := $(wildcard translator-instr/library/templates/*)
$(J)/classes.stamp: $(LIB_JAVA) $(LIB_TEMPLATES) translator-instr/rules.mk
	$(call say,JAVAC,translator-instr/library)
	$(Q)rm -rf $(J)/classes.new $(J)/source && mkdir -p $(J)
	$(Q)LC_ALL=C awk -v out='$(J)/source' -f $(filter %.awk,$^) $(filter %.java.in,$^)
	$(Q)$(JAVAC) -d $(J)/classes.new/java.base $(LIB_JAVA) $$(find $(J)/source -name '*.java')
	$(Q)rm -rf $(J)/classes && mv $(J)/classes.new $(J)/classes && touch $@

# ---- the runtime, for the host ----
# Java's arithmetic, and null checks that stay (translator-instr/contract/jx.h); the rest as the kernel's own code. A
# method has more labels and variables than it uses. A message shows no source: its name comes from a class file. -O3:
# loops without checks become vector instructions only where gcc may compare two arrays' addresses before. INLINE_FLAGS:
# Java's methods are short, and gcc's bounds are for C; what runs rarely jxtr says (analyse/rare.h), so the code does not
# grow. tests/bench/java: 0.85 to 0.92 of the time in programs of collections and strings, gcc takes 1.15 times as long.
INLINE_FLAGS := --param inline-unit-growth=300 --param large-function-growth=400 --param max-inline-insns-single=400 \
  --param max-inline-insns-auto=60 --param inline-min-speedup=5
EMITTED_FLAGS := -std=gnu11 -O3 $(INLINE_FLAGS) -g -gdwarf-4 -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks \
  -fno-math-errno -ffp-contract=off -fno-pic -fno-optimize-sibling-calls \
  -fno-diagnostics-show-caret -Itranslator-instr/contract -Wall -Werror -Wno-unused-label -Wno-unused-variable -Wno-unused-but-set-variable -Wno-maybe-uninitialized

# Sun's fdlibm, whose results Java specifies, out of newlib's sources: for the host, and for kernels with Java
# ($(FDLIBM_TARGET_O)). Its math.h is ours. -D__OBSOLETE_MATH: of exp, log and pow, too, fdlibm's and not ARM's.
NEWLIB := $(lastword $(sort $(wildcard /usr/src/newlib/newlib-*.tar.xz)))
N := $(O)/newlib
FDLIBM := e_acos e_asin e_atan2 e_cosh e_exp e_fmod e_hypot e_log e_log10 e_pow e_rem_pio2 e_remainder e_sinh k_cos \
  k_rem_pio2 k_sin k_tan math_err s_atan s_cbrt s_copysign s_cos s_expm1 s_floor s_log1p s_scalbn s_sin s_tan s_tanh
FDLIBM_FLAGS := -I$(RT)/fdlibm -I$(N) -D__OBSOLETE_MATH=1 -DWANT_ERRNO=0 -fno-math-errno -ffp-contract=off \
  -fno-builtin -w
FDLIBM_TARGET_O := $(FDLIBM:%=$(K)/fdlibm/%.o)
$(N)/unpacked: $(NEWLIB) translator-instr/rules.mk
	$(call say,UNPACK,$<)
	@rm -rf $(N) && mkdir -p $(N)
	$(Q)tar xJf $< -C $(N) --transform='s|.*/libm/[a-z]*/||;s|.*/libc/include/||' --wildcards \
	  --no-wildcards-match-slash $(FDLIBM:%='*/newlib/libm/*/%.c') '*/newlib/libm/common/fdlibm.h' \
	  '*/newlib/libm/common/math_config.h' '*/newlib/libc/include/machine/ieeefp.h'
	@touch $@
$(J)/rt/fdlibm/%.o: $(N)/unpacked
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) $(DEPFLAGS) $(FDLIBM_FLAGS) -c -o $@ $(N)/$*.c
$(K)/fdlibm/%.o: $(N)/unpacked
	@mkdir -p $(@D)
	$(Q)$(CC) $(TARGET_CODE) $(PREFIX_MAP) $(DEPFLAGS) $(FDLIBM_FLAGS) -c -o $@ $(N)/$*.c

# Where objects live.
SPACE_O := core/untimed/budget.o core/untimed/block.o core/untimed/mark.o core/untimed/pass.o core/untimed/share.o \
  core/untimed/space.o core/untimed/sweep.o
RT_C := $(wildcard $(RT)/core/*.c $(RT)/core/untimed/*.c $(RT)/hosted/*.c)
$(J)/rt/%.o: $(RT)/%.c Makefile translator-instr/rules.mk
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) -DJX_HOSTED -Itranslator-instr $(INC) $(DEPFLAGS) -c -o $@ $<
$(J)/libjxrt.a: $(RT_C:$(RT)/%.c=$(J)/rt/%.o) $(FDLIBM:%=$(J)/rt/fdlibm/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $^
$(J)/emitted.flags: translator-instr/rules.mk
	@mkdir -p $(@D)
	@echo '$(EMITTED_FLAGS) -DJX_HOSTED' >$@

# ---- the runtime, in the kernel ----
# What a profile needs of the compiler, but methods and functions without probes may be inlined: jxtr marks the others.
JAVA_SHAPE := $(filter-out -fno-inline%,$(SHAPE_FLAGS))
JAVA_CODE  := $(PROBE_FLAGS) $(JAVA_SHAPE) -fno-math-errno -ffp-contract=off
JAVA_FLAGS := $(TARGET_FLAGS) $(JAVA_CODE) -Itranslator-instr
# The innards of the heap are not timed one by one: a collection would mostly measure itself. Nor is what is shorter
# than a probe: numbers in byte arrays, ports. Those lie in folders named untimed/.
RT_TIMED_O   := $(patsubst %.c,$(K)/%.o,$(wildcard $(RT)/core/*.c $(RT)/kernel/*.c))
RT_UNTIMED_O := $(patsubst %.c,$(K)/%.o,$(wildcard $(RT)/core/untimed/*.c $(RT)/kernel/untimed/*.c))
RT_KERNEL_O  := $(RT_TIMED_O) $(RT_UNTIMED_O)
$(RT_KERNEL_O): translator-instr/rules.mk
$(RT_TIMED_O): FLAGS := $(JAVA_FLAGS)
$(RT_UNTIMED_O): FLAGS := $(filter-out $(PROBE_FLAGS),$(JAVA_FLAGS))
# What hooks of exact lives call, and passing on, which stands among the probes: hooks save general registers only.
$(addprefix $(K)/$(RT)/,core/untimed/pass.o kernel/untimed/births.o kernel/untimed/stamps.o kernel/untimed/truth.o): \
  FLAGS := $(filter-out $(PROBE_FLAGS),$(JAVA_FLAGS)) -mgeneral-regs-only
# What hooks call needs no stack that is aligned by 16: to align it takes two of a birth's instructions.
$(K)/$(RT)/kernel/hooks.o: FLAGS += -mpreferred-stack-boundary=3
# Keeps nothing on the stack at most births.
$(K)/$(RT)/kernel/untimed/births.o: FLAGS += -fomit-frame-pointer -mpreferred-stack-boundary=3
JAVA_KERNEL_O := $(TIMED_O) $(UNTIMED_O) $(RT_KERNEL_O) $(FDLIBM_TARGET_O)
$(J)/target.flags: $(TARGET_RULES) translator-instr/rules.mk
	@mkdir -p $(@D)
	@echo '$(TARGET_CODE) $(JAVA_CODE) -O3 $(INLINE_FLAGS) -Itranslator-instr/contract -Ikernel/arch/$(KERNEL_ARCH) -Ikernel/lib' \
	  '$(filter -W%,$(EMITTED_FLAGS))' >$@
$(J)/target.objects: $(JAVA_KERNEL_O) linker.ld
	@mkdir -p $(@D)
	@printf '%s\n' $(JAVA_KERNEL_O) >$@

# ---- images of Java programs ----
include translator-instr/program.mk

JAVA_TOOLS := $(O)/jxtr $(J)/classes.stamp $(J)/target.flags $(J)/target.objects
