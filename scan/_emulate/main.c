// Runs the test cases of cases_test.go.txt on the kernel. See README.md.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;

extern u64 idt[];
extern void fault(void);
extern void kcall(u64 fn, u64 *args);

// The emulator prints what is written to this port.
static void putc_(char c) { __asm__ volatile("outb %0,%1" ::"a"(c), "Nd"((unsigned short)0xe9)); }

static void puts_(const char *s) {
	while (*s)
		putc_(*s++);
}

static void hex(u64 v) {
	for (int i = 60; i >= 0; i -= 4)
		putc_("0123456789abcdef"[(v >> i) & 15]);
}

static void dec(const char *name, u64 v) {
	char b[24];
	int n = 0;
	puts_(name);
	do
		b[n++] = '0' + v % 10;
	while (v /= 10);
	while (n)
		putc_(b[--n]);
}

void *memcpy(void *d, const void *s, u64 n) {
	for (u64 i = 0; i < n; i++)
		((u8 *)d)[i] = ((const u8 *)s)[i];
	return d;
}

static u64 cur; // the case at work

void cfault(u64 a, u64 b, u64 cr2) {
	dec("FAULT case ", cur);
	puts_(" stack ");
	hex(a);
	puts_(" ");
	hex(b);
	puts_(" address ");
	hex(cr2);
	puts_("\n");
}

static u32 pos[9000];
static u64 esc[256];

enum { canary = 16 };

// The one mapped page of 2 MiB around which nothing is mapped.
#define BOTTOM ((u8 *)0x80200000UL)
#define TOP ((u8 *)0x80400000UL)

// load copies the segments of an ELF file to their addresses.
static void load(u8 *elf) {
	u8 *ph = elf + *(u64 *)(elf + 32);
	for (int n = *(unsigned short *)(elf + 56); n > 0; n--, ph += 56)
		if (*(u32 *)ph == 1)
			memcpy((void *)*(u64 *)(ph + 16), elf + *(u64 *)(ph + 8), *(u64 *)(ph + 32));
}

// A case: length of src, positions, flags, off, x before, x after, src, positions, words of escapes; all in multiples of 8 bytes.
void cmain(u32 *mbi) {
	for (int i = 0; i < 32; i++) {
		u64 f = (u64)fault;
		idt[2 * i] = (f & 0xffff) | 8UL << 16 | 0x8EUL << 40 | (f >> 16 & 0xffff) << 48;
		idt[2 * i + 1] = f >> 32;
	}
	u32 *mods = (u32 *)(u64)mbi[6];
	load((u8 *)(u64)mods[0]);
	u8 *c = (u8 *)(u64)mods[4];
	u64 fn = ((u64 *)c)[0], n = ((u64 *)c)[1], bad = 0, calls = 0;
	c += 16;
	for (cur = 0; cur < n; cur++) {
		u64 len = ((u64 *)c)[0], count = ((u64 *)c)[1], flags = ((u64 *)c)[2], off = ((u64 *)c)[3];
		u64 words = (len + 63) / 64;
		u8 *before = c + 32, *after = c + 64, *src = c + 96;
		u32 *wantPos = (u32 *)(src + ((len + 7) & ~7UL));
		u64 *wantEsc = (u64 *)((u8 *)wantPos + ((count * 4 + 7) & ~7UL));
		c = (u8 *)(wantEsc + words);
		for (int side = 0; side < 3; side++) {
			u8 *s = side == 0 ? TOP - len : side == 1 ? BOTTOM : BOTTOM + 1000 + cur % 64;
			u8 x[32];
			memcpy(s, src, len);
			memcpy(x, before, 32);
			for (u64 i = 0; i < len + 64 + canary; i++)
				pos[i] = 0xdeadbeef;
			for (u64 i = 0; i < words + canary; i++)
				esc[i] = 0xdeadbeefdeadbeefUL;
			u64 a[8] = {(u64)x, (u64)s, len, off, (u64)pos, (u64)esc, ~0UL, ~0UL};
			kcall(fn, a);
			calls++;

			const char *why = 0;
			if (a[6] != count)
				why = "count";
			if ((a[7] & 255) != flags)
				why = "flags";
			for (int i = 0; i < 24; i++)
				if (x[i] != after[i])
					why = "state";
			for (u64 i = 0; i < count; i++)
				if (pos[i] != wantPos[i])
					why = "positions";
			for (u64 i = 0; i < words; i++)
				if (esc[i] != wantEsc[i])
					why = "escapes";
			for (int i = 0; i < canary; i++)
				if (pos[len + 64 + i] != 0xdeadbeef || esc[words + i] != 0xdeadbeefdeadbeefUL)
					why = "canary";
			if (why && bad++ < 20) {
				dec("BAD case ", cur);
				dec(" side ", side);
				dec(" length ", len);
				puts_(" ");
				puts_(why);
				puts_("\n");
			}
		}
	}
	dec("DONE calls ", calls);
	dec(" bad ", bad);
	puts_("\n");
}
