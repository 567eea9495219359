/* The library kernel as bytes of this program, so that no other file is needed. */
.section .rodata
.global ldfi_kernel_program
.global ldfi_kernel_program_end
.balign 16
ldfi_kernel_program:
.incbin LDFI_KERNEL_FILE
ldfi_kernel_program_end:
.section .note.GNU-stack,"",%progbits
