#include "web/name.h"

#include "core/buffer.h"

#include <string.h>

struct range {
    uint32_t first, last;
};

static const struct range BLANKS[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

/* Control characters, bidirectional marks, letters without a glyph, tags. */
static const struct range UNSEEN[] = {
    {0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200b},   {0x200e, 0x200f},
    {0x202a, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* Zero-width joiners and variation selectors: allowed between two visible characters. */
static const struct range JOINERS[] = {{0x200c, 0x200d}, {0xfe00, 0xfe0f}};

#define IS(list, c) is_in(list, sizeof(list) / sizeof *(list), c)

static bool is_in(const struct range *list, size_t count, uint32_t c) {
    for (size_t i = 0; i < count; i++)
        if (c >= list[i].first && c <= list[i].last) return true;
    return false;
}

/* Decodes a UTF-8 character of `bytes` bytes. */
static uint32_t decode(const char *p, size_t bytes) {
    uint32_t c = (unsigned char)p[0];
    if (bytes > 1) c &= 0x7fu >> bytes;
    for (size_t i = 1; i < bytes; i++) c = c << 6 | ((unsigned char)p[i] & 0x3f);
    return c;
}

enum jg_status jg_name_read(char out[JG_PLAYER_NAME], const char *text, struct jg_error *err) {
    size_t used = 0, gap = 0; /* bytes written; bytes of a blank or joiner that is written if a character follows */
    const char *mark = "";
    for (size_t n; *text; text += n) {
        uint32_t c = (n = jg_utf8_char(text)) ? decode(text, n) : 0;
        bool blank = IS(BLANKS, c) || strchr("\t\r\n", *text);
        if (!n) n = 1;
        if (blank || IS(JOINERS, c)) {
            if (gap && *mark == ' ') continue;
            mark = blank ? " " : text;
            gap = !used ? 0 : blank ? 1 : n;
        } else if (!IS(UNSEEN, c)) {
            if (used + gap + n >= JG_PLAYER_NAME)
                return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "name too long: at most %d bytes", JG_PLAYER_NAME - 1);
            memcpy(out + used, mark, gap);
            memcpy(out + used + gap, text, n);
            used += gap + n;
            gap = 0;
        }
    }
    out[used] = 0;
    return JG_OK;
}
