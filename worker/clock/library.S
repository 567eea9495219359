/* Makes the bytes of the clock library a part of ldfi-farm, so that ldfi-farm needs no other file.
   */
.section .rodata
.global ldfi_clock_library
.global ldfi_clock_library_end
.balign 16
ldfi_clock_library:
.incbin LDFI_CLOCK_FILE
ldfi_clock_library_end:
.section .note.GNU-stack,"",%progbits
