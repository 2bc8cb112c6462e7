// A multiboot kernel that enters 64-bit mode with AVX-512 on and calls cmain. See README.md.

.section .mb,"a"
.align 4
.long 0x1BADB002, 3, -(0x1BADB002+3)

.text
.code32
.globl _start
_start:
	cli
	mov $stack_top, %esp
	mov %ebx, mbi

	// Page tables: the first 512 MiB as they are; at 2 GiB + 2 MiB one page of 2 MiB, with nothing around it.
	movl $pdpt+3, pml4
	movl $pd0+3, pdpt
	movl $pd2+3, pdpt+16
	movl $0x10000083, pd2+8
	xor %ecx, %ecx
1:	mov %ecx, %eax
	shl $21, %eax
	or $0x83, %eax
	mov %eax, pd0(,%ecx,8)
	inc %ecx
	cmp $256, %ecx
	jne 1b

	mov %cr4, %eax
	or $0x40620, %eax       // PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
	mov %eax, %cr4
	mov $pml4, %eax
	mov %eax, %cr3
	mov $0xC0000080, %ecx   // EFER: long mode
	rdmsr
	or $0x100, %eax
	wrmsr
	mov %cr0, %eax
	and $0xfffffffb, %eax
	or $0x80000002, %eax    // paging
	mov %eax, %cr0
	lgdt gdtr
	ljmp $8, $long

.code64
long:
	mov $16, %eax
	mov %eax, %ds
	mov %eax, %es
	mov %eax, %ss
	mov $stack_top, %rsp
	lidt idtr
	xor %ecx, %ecx
	xor %edx, %edx
	mov $0xE7, %eax         // x87, SSE, AVX, and the three parts of AVX-512
	xsetbv
	mov mbi, %edi
	call cmain
2:	hlt
	jmp 2b

.globl fault
fault:
	mov (%rsp), %rdi
	mov 8(%rsp), %rsi
	mov %cr2, %rdx
	call cfault
3:	hlt
	jmp 3b

// kcall(fn, args): calls fn with eight words on the stack, as Go's ABI0 has it, and copies the last two back.
.globl kcall
kcall:
	push %rbx
	push %rbp
	push %r12
	push %r13
	push %r14
	push %r15
	push %rsi
	mov %rsi, %rbx
	sub $72, %rsp
	mov %rdi, %rax
	xor %ecx, %ecx
4:	mov (%rbx,%rcx,8), %rdx
	mov %rdx, (%rsp,%rcx,8)
	inc %ecx
	cmp $8, %ecx
	jne 4b
	call *%rax
	mov 72(%rsp), %rbx
	mov 48(%rsp), %rdx
	mov %rdx, 48(%rbx)
	mov 56(%rsp), %rdx
	mov %rdx, 56(%rbx)
	add $72, %rsp
	pop %rsi
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret

.data
.align 8
gdt:	.quad 0, 0x00209A0000000000, 0x0000920000000000
gdtr:	.word 23
	.long gdt, 0
idtr:	.word 32*16-1
	.quad idt
mbi:	.quad 0

.bss
.align 4096
pml4:	.skip 4096
pdpt:	.skip 4096
pd0:	.skip 4096
pd2:	.skip 4096
.globl idt
idt:	.skip 512
	.skip 65536
stack_top:
	.skip 16

.section .note.GNU-stack,"",@progbits
