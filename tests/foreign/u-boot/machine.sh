# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154 # foreign.sh's
program=U-Boot tried=2026.10-rc2 cross=aarch64-linux-gnu- qemu=qemu-system-aarch64 ram=512M site=2
elf=u-boot wants='bison flex bc'
build_it()
{
  make CROSS_COMPILE=$cross qemu_arm64_defconfig && cat "$own/config" >>.config && make CROSS_COMPILE=$cross olddefconfig &&
    make CROSS_COMPILE=$cross u-boot.bin \
      KCFLAGS='-fpatchable-function-entry=2 -fno-ipa-ra -fno-omit-frame-pointer -fno-optimize-sibling-calls'
}
boot_it() { $qemu -semihosting -M virt,memory-backend=ram -cpu cortex-a57 -bios "$copy/u-boot.bin" "$@"; }
receive_it() { "$build/hostdump" -k "$copy/$elf" -o run.jxp <jxprof.dump; }
