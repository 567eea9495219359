/* The parts of the library kernel that cannot be written in C++. */
#include <asm/errno.h>
#include <asm/unistd.h>

.text

/* The first instruction of the process. */
.global _start
_start:
  xor %ebp, %ebp
  mov %rsp, %rdi
  and $-16, %rsp
  call ldfi_kernel_begin
  hlt

/* void ldfi_enter(uint64_t entry, uint64_t stack): begins the guest, with registers as after execve. */
.global ldfi_enter
ldfi_enter:
  mov %rsi, %rsp
  mov %rdi, %r11
  xor %eax, %eax
  xor %ebx, %ebx
  xor %ecx, %ecx
  xor %edx, %edx
  xor %esi, %esi
  xor %edi, %edi
  xor %ebp, %ebp
  xor %r8d, %r8d
  xor %r9d, %r9d
  xor %r10d, %r10d
  xor %r12d, %r12d
  xor %r13d, %r13d
  xor %r14d, %r14d
  xor %r15d, %r15d
  jmp *%r11

/* void ldfi_switch(void** save, void* load): continues on another stack. Returns when some other call
 * loads what this one saved. */
.global ldfi_switch
ldfi_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret

/* Where the stack of a new context begins. The stack pointer is at the frame that its registers come
 * from. */
.global ldfi_first_step
ldfi_first_step:
  call ldfi_begin_context

/* Returns from a signal handler of the library kernel to the guest. */
.global ldfi_return
ldfi_return:
  mov $__NR_rt_sigreturn, %eax
  syscall

/* long ldfi_copy(void* to, const void* from, size_t count): returns 0, or -EFAULT if memory is missing. */
.global ldfi_copy
.global ldfi_copy_step
.global ldfi_copy_failed
ldfi_copy:
  mov %rdx, %rcx
ldfi_copy_step:
  rep movsb
  xor %eax, %eax
  ret
ldfi_copy_failed:
  mov $-EFAULT, %rax
  ret

/* int ldfi_try_time_stamp(void): returns 1 if rdtsc has caused a fault, else 0. */
.global ldfi_try_time_stamp
.global ldfi_time_stamp_failed
ldfi_try_time_stamp:
  rdtsc
  xor %eax, %eax
  ret
ldfi_time_stamp_failed:
  mov $1, %eax
  ret

.section .rodata
.global ldfi_vdso
.global ldfi_vdso_end
.balign 16
ldfi_vdso:
.incbin LDFI_VDSO_FILE
ldfi_vdso_end:
.section .note.GNU-stack,"",%progbits
