/* Includes the bytes of the zygote's script in ldfi-farm, so that no other file is needed. */
.section .rodata
.global ldfi_zygote
.global ldfi_zygote_end
.balign 16
ldfi_zygote:
.incbin LDFI_ZYGOTE_FILE
ldfi_zygote_end:
.section .note.GNU-stack,"",%progbits
