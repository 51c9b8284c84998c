/* A strict reader of pages: what an XML parser would refuse is a flaw. */
#ifndef TESTS_PAGE_H
#define TESTS_PAGE_H

#include "test.h"

enum { DEPTH_MOST = 64, TAG_MOST = 32 };

static inline bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || (c >= '0' && c <= '9');
}

/* These return where the text goes on, or NULL: it is not what it should be. */
static inline const char *after_entity(const char *p) {
    static const char *const KNOWN[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (!strncmp(p, KNOWN[i], strlen(KNOWN[i]))) return p + strlen(KNOWN[i]);
    return NULL;
}

/* Attributes up to > or />; each once, with its value in quotes. */
static inline const char *after_attributes(const char *p, bool *empty) {
    char seen[16][TAG_MOST];
    for (size_t n = 0; n < 16; n++) {
        size_t length = 0;
        *empty = *p == '/' && p[1] == '>';
        if (*empty || *p == '>') return p + 1 + *empty;
        while (*p == ' ' && is_name(p[1 + length])) length++;
        if (!length || length >= TAG_MOST || p[1 + length] != '=' || p[2 + length] != '"') return NULL;
        snprintf(seen[n], TAG_MOST, "%.*s", (int)length, p + 1);
        for (size_t i = 0; i < n; i++)
            if (!strcmp(seen[i], seen[n])) return NULL;
        for (p += length + 3; p && *p != '"'; p = *p == '&' ? after_entity(p) : p + 1)
            if (!*p || *p == '<') return NULL;
        if (!p++) return NULL;
    }
    return NULL;
}

/* Where the text is not one element with all that is in it closed in order; NULL: it is. */
static inline const char *flaw(const char *page) {
    char open[DEPTH_MOST][TAG_MOST], tag[TAG_MOST];
    size_t depth = 0, roots = 0;
    const char *p = page, *at = page;
    if (!strncmp(p, "<!DOCTYPE html>\n", 16)) p += 16;
    while (*(at = p)) {
        size_t length = 0;
        bool closes = p[0] == '<' && p[1] == '/', empty = false;
        if (*p == '&') {
            if (!depth || !(p = after_entity(p))) return at;
        } else if (*p != '<') {
            if ((!depth && *p != '\n') || ((unsigned char)*p < ' ' && *p != '\n' && *p != '\t')) return at;
            p++;
        } else {
            p += 1 + closes;
            while (is_name(p[length])) length++;
            if (!length || length >= TAG_MOST) return at;
            snprintf(tag, sizeof tag, "%.*s", (int)length, p);
            if (!(p = after_attributes(p + length, &empty))) return at;
            if (closes && (!depth || strcmp(open[--depth], tag))) return at;
            if (closes || empty) continue;
            roots += !depth;
            if (roots > 1 || depth == DEPTH_MOST) return at;
            strcpy(open[depth++], tag);
        }
    }
    return depth || roots != 1 ? at : NULL;
}

static inline void assert_well_formed(const char *page) {
    const char *at = flaw(page);
    if (at) fail_msg("not well formed: %.80s", at);
}

static size_t count_of(const char *page, const char *what) {
    size_t n = 0;
    for (const char *p = page; (p = strstr(p, what)); p += strlen(what)) n++;
    return n;
}

#endif
