/* Memory of the machine. */
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <jogada/text.h>

#include <stdint.h>

/* Bytes that this process can allocate without swapping: the available memory of the machine, or less if a control
 * group or RLIMIT_AS limits it. */
uint64_t jg_memory_available(void);

/* Writes a number of bytes for people: "640 kB", "1.3 MB", "10.3 GB". */
void jg_memory_print(struct jg_text *t, uint64_t bytes, jg_lang lang);

#endif
