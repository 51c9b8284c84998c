#include "web/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { LEVEL = 6, GZIP = 16 }; /* GZIP: added to zlib's windowBits, selects the gzip format */

char *jg_gzip(const char *bytes, size_t size, size_t *out_size) {
    z_stream z = {0};
    if (size > UINT_MAX / 2 || deflateInit2(&z, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP, 8, Z_DEFAULT_STRATEGY))
        return NULL;
    size_t room = deflateBound(&z, (uLong)size);
    char *out = malloc(room);
    z.next_in = (z_const Bytef *)bytes;
    z.avail_in = (uInt)size;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)room;
    if (out && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        free(out);
        out = NULL;
    }
    *out_size = (size_t)z.total_out;
    deflateEnd(&z);
    return out;
}
