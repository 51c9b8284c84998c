#include "core/entropy.h"

#include <string.h>
#include <sys/random.h>

enum jg_status jg_entropy(void *out, size_t size, struct jg_error *err) {
    enum { MOST = 256 }; /* bytes that getentropy gives in one call */
    for (size_t at = 0; at < size; at += MOST)
        if (getentropy((char *)out + at, size - at < MOST ? size - at : MOST)) {
            memset(out, 0, size);
            return jg_fail(err, JG_EIO, JG_NO_POSITION, "the system provides no random numbers");
        }
    return JG_OK;
}
