/* Random bytes from the operating system, for secrets, identities and seeds. */
#ifndef CORE_ENTROPY_H
#define CORE_ENTROPY_H

#include <jogada/status.h>
#include <stddef.h>

/* Fills out with unpredictable bytes. On failure (JG_EIO) out is zeroed and must not be used. */
enum jg_status jg_entropy(void *out, size_t size, struct jg_error *err);

#endif
