#!/bin/sh
# Runs the AVX-512 kernel on an emulator. See README.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the package and what it needs, with the cases' test, and without the instruction that the emulator gets wrong.
mkdir -p "$work/m/internal" "$work/iso/isolinux"
cp "$root/go.mod" "$root/go.sum" "$work/m/"
cp -r "$root/scan" "$root/utf8enc" "$work/m/"
cp -r "$root/internal/mem" "$work/m/internal/"
cp "$here/cases_test.go.txt" "$work/m/scan/cases_test.go"
asm=$work/m/scan/index_avx512_amd64.s
sed 's/VPCOMPRESSB.Z Z18, K5, Z2/VMOVDQA64 Z18, Z2; VPCOMPRESSB Z18, K5, Z2/' "$asm" > "$asm.new"
if cmp -s "$asm" "$asm.new"; then
	echo "$asm has no such instruction any more" >&2
	exit 1
fi
mv "$asm.new" "$asm"
(cd "$work/m/scan" && CGO_ENABLED=0 go test -c -o "$work/scan.test" .)
fn=$(go tool nm "$work/scan.test" | awk '$3 == "swarjson/scan.indexAVX512.abi0" {print $1}')
SWARJSON_CASES="$work/iso/cases.bin" SWARJSON_KERNEL_ADDRESS="$fn" "$work/scan.test" -test.run '^TestWriteCases$'
strip -o "$work/iso/scan.elf" "$work/scan.test"

# The program that runs them, as a bootable CD.
cd "$work"
gcc -c "$here/boot.S" -o boot.o
gcc -O1 -ffreestanding -mgeneral-regs-only -mno-red-zone -fno-pic -fno-stack-protector -fcf-protection=none -c "$here/main.c" -o main.o
ld -n --no-warn-rwx-segments -T "$here/link.ld" boot.o main.o -o run64.elf
objcopy -I elf64-x86-64 -O elf32-i386 run64.elf iso/run.elf
cp /usr/lib/ISOLINUX/isolinux.bin iso/isolinux/
cp /usr/lib/syslinux/modules/bios/mboot.c32 /usr/lib/syslinux/modules/bios/libcom32.c32 /usr/lib/syslinux/modules/bios/ldlinux.c32 iso/isolinux/
cat > iso/isolinux/isolinux.cfg <<EOF
DEFAULT run
PROMPT 0
TIMEOUT 1
LABEL run
 KERNEL mboot.c32
 APPEND /run.elf --- /scan.elf --- /cases.bin
EOF
genisoimage -quiet -J -R -o cd.iso -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table iso
cat > bochsrc <<EOF
config_interface: textconfig
display_library: rfb, options="timeout=0"
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
boot: cdrom
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=cd.iso, status=inserted
cpu: model=corei7_icelake_u, count=1, ips=100000000, reset_on_triple_fault=0
port_e9_hack: enabled=1
log: bochs.log
panic: action=fatal
error: action=ignore
info: action=ignore
EOF
echo c > start # for builds with the debugger
mkfifo keys
sleep 1800 > keys &
sleeper=$!
bochs -q -f bochsrc -rc start < keys > out 2>&1 &
emulator=$!
for i in $(seq 600); do
	if grep -aqE 'DONE|FAULT' out || ! kill -0 $emulator 2>/dev/null; then break; fi
	sleep 3
done
grep -aE '^(BAD|FAULT|DONE)' out || true
kill $emulator $sleeper 2>/dev/null || true
grep -aqE '^DONE calls [1-9][0-9]* bad 0$' out
