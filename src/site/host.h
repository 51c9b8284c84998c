/* What the worker of the page provides (web/src/site/engine.ts). Texts are UTF-8 and end before the call returns. */
#ifndef SITE_HOST_H
#define SITE_HOST_H

#include <stddef.h>

#define JG_HOST(name) __attribute__((import_module("jogada"), import_name(#name)))

/* Sends a message to the page. */
JG_HOST(send) void jg_host_send(const char *text, size_t size);

/* Stores a row, or deletes it (`value` NULL). The rows of a turn are stored together, before its messages are sent. */
JG_HOST(put) void jg_host_put(const char *key, size_t key_size, const char *value, size_t size);

/* The response to jg_site_get. */
JG_HOST(respond)
void jg_host_respond(int status, const char *type, size_t type_size, const char *file, size_t file_size,
                     const char *body, size_t size);

#endif
