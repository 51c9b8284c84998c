#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <jogada/text.h>

#include <stdint.h>

/* Bytes that this process can have without anything else having to go: what the machine has to spare, or less
 * where a control group or RLIMIT_AS says so. */
uint64_t jg_memory_available(void);

/* A number of bytes as people read it: "640 kB", "1.3 MB", "10.3 GB". */
void jg_memory_print(struct jg_text *t, uint64_t bytes);

#endif
