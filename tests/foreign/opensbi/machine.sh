# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154 # foreign.sh's
program=OpenSBI tried=1.9 cross=riscv64-linux-gnu- qemu=qemu-system-riscv64 ram=128M site=2 several=3
elf=build/platform/generic/firmware/fw_payload.elf
build_it() {
  make CROSS_COMPILE=$cross PLATFORM=generic FW_TEXT_START=0x80000000 FW_PAYLOAD_OFFSET=0x2000000 FW_DYNAMIC=n FW_JUMP=n
}
boot_it() { $qemu -semihosting -M virt,memory-backend=ram -smp "$processors" -bios "$copy/$elf" "$@"; }
receive_it() { "$build/hostdump" -k "$copy/$elf" -o run.jxp <jxprof.dump; }
