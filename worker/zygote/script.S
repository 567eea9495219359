/* Makes the bytes of the zygote's script a part of ldfi-farm, so that ldfi-farm needs no other
   file. */
.section .rodata
.global ldfi_zygote
.global ldfi_zygote_end
.balign 16
ldfi_zygote:
.incbin LDFI_ZYGOTE_FILE
ldfi_zygote_end:
.section .note.GNU-stack,"",%progbits
