/* Cookie headers: an identity is taken only if we signed it, and only from our own cookie. In the input the byte 1
 * stands for a cookie of ours, 2 for one with another server's signature, 3 for the name of the cookie. */
#include "fuzz.h"

#include "web/session.h"

#include <stdio.h>

static const struct jg_session OURS = {"0123456789abcdef0123456789abcdef", 7, 1800000000},
                               FOREIGN = {"fedcba9876543210fedcba9876543210", 7, 1800000000};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const unsigned char secret[JG_SHA256] = {1}, other[JG_SHA256] = {2};
    char ours[JG_SESSION_COOKIE], foreign[JG_SESSION_COOKIE];
    struct jg_session found;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    MUST(out);
    jg_session_sign(ours, &OURS, secret);
    jg_session_sign(foreign, &FOREIGN, other);
    for (size_t i = 0; i < size; i++) {
        if (data[i] > 3 || !data[i])
            fputc(data[i], out);
        else
            fputs(data[i] == 1 ? ours : data[i] == 2 ? foreign : "jogada=", out);
    }
    fclose(out);
    char *header = malloc(length ? length : 1); /* of the exact size, without an end */
    MUST(header);
    memcpy(header, text, length);
    if (jg_session_read(&found, header, length, secret)) {
        MUST(!strcmp(found.player, OURS.player) && found.epoch == OURS.epoch && found.expires == OURS.expires);
        MUST(memmem(header, length, "jogada=", 7) && memmem(header, length, ours, strlen(ours)));
    }
    free(header);
    free(text);
    return 0;
}
