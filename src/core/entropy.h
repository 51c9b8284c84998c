/* Random bytes from the operating system, for secrets, identities and seeds. */
#ifndef CORE_ENTROPY_H
#define CORE_ENTROPY_H

#include <jogada/status.h>
#include <stddef.h>

/* Fills out with bytes that nobody can guess. JG_EIO when the system has none to give: then out is all zero and must
 * not be used. */
enum jg_status jg_entropy(void *out, size_t size, struct jg_error *err);

#endif
