# SPDX-License-Identifier: GPL-2.0-or-later
# Figures of the NFS server.
# The bare responder is a workload of an image of its own, with the kernel's objects.
$(K)/tests/bench/nfs/responder.o: FLAGS := $(KERNEL_FLAGS)
$(B)/responder.elf: $(K)/tests/bench/nfs/responder.o $(TIMED_O) $(UNTIMED_O) linker.ld
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
	  -Wl,--no-warn-rwx-segments -T linker.ld -o $@ $(filter %.o,$^)
$(B)/nfs_load: $(B)/tests/bench/nfs/load.o
	$(Q)$(CC) -no-pie -o $@ $^

$(B)/nfs_count.so: $(PLUGIN)/tests/bench/nfs/count.o
	$(call say,HOSTLD,$@)
	$(PLUGIN_LINK)

NFS_BENCH := $(B)/responder.elf32 $(B)/nfs_load $(B)/nfs_count.so
test-programs: $(NFS_BENCH)
.PHONY: bench-nfs
bench-nfs: deps deps-nfs $(PROGRAMS) $(JAVA_TOOLS) $(NFS_BENCH) ## the NFS server beside a bare responder in C [NFS_SOAK=seconds of client load (60)]
	$(Q)$(call use,bash tests/bench/nfs/nfs.sh '$(O)' $(call quote,$(or $(value NFS_SOAK),60)))
