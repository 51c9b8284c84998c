/* Files of networks. Lines of text say what the network is for, then its integers follow, little-endian:
 *
 *     jogada network 1
 *     game loa
 *     layout                          the options that the inputs depend on
 *     inputs 128
 *     symmetries 8
 *     filters 32
 *     hidden 16 32
 *     # learned by ...                any number of notes
 *     data 10690 0123456789abcdef     bytes that follow, and the XXH3 checksum of them and of the lines above
 *
 * The data are the filters, int16, by inputs; their bias, int16; and for each of the three dense layers the weights,
 * int16, by outputs; the bias, int32; the scale, uint32. */
#include "game/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "integers are copied as they are");

static const char MAGIC[] = "jogada network 1\n", FAMILY[] = "jogada network ";

enum { LINE = 512 }; /* bytes of a line, at most */

bool jg_network_begins(const char *bytes, size_t size) {
    return size >= sizeof FAMILY - 1 && !memcmp(bytes, FAMILY, sizeof FAMILY - 1);
}

/* ---- Data ---------------------------------------------------------------------------------- */

static size_t data_size(const struct jg_network_shape *s) {
    size_t filters = (size_t)s->filters, inputs[] = {2 * filters, (size_t)s->hidden[0], (size_t)s->hidden[1]},
           outputs[] = {(size_t)s->hidden[0], (size_t)s->hidden[1], 1}, bytes = 2 * filters * ((size_t)s->inputs + 1);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) bytes += outputs[i] * (2 * inputs[i] + 4 + 4);
    return bytes;
}

/* Copies between the network and its data. */
struct copy {
    unsigned char *at;
    bool writes;
};

static void copy(struct copy *c, void *numbers, size_t bytes) {
    if (c->writes)
        memcpy(c->at, numbers, bytes);
    else
        memcpy(numbers, c->at, bytes);
    c->at += bytes;
}

static void copy_data(struct copy *c, const struct jg_network *n) {
    size_t filters = (size_t)n->shape.filters;
    copy(c, n->filters, (size_t)n->shape.inputs * filters * sizeof *n->filters);
    copy(c, n->bias, filters * sizeof *n->bias);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        const struct jg_network_layer *l = &n->layers[i];
        for (int k = 0; k < l->outputs; k++)
            for (int j = 0; j < l->inputs; j++) copy(c, jg_network_weight(l, k, j), sizeof *l->weights);
        copy(c, l->bias, (size_t)l->outputs * sizeof *l->bias);
        copy(c, l->scale, (size_t)l->outputs * sizeof *l->scale);
    }
}

static uint64_t checksum(const char *head, size_t head_size, const void *data, size_t size) {
    return XXH3_64bits_withSeed(data, size, XXH3_64bits(head, head_size));
}

static void print_data_line(char *out, size_t room, size_t size, uint64_t sum) {
    snprintf(out, room, "data %zu %016llx", size, (unsigned long long)sum);
}

/* ---- Reading -------------------------------------------------------------------------------- */

struct reader {
    const char *at, *end;
    char line[LINE]; /* the current line, without its newline */
    struct jg_error *err;
};

static bool next_line(struct reader *r) {
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t length = newline ? (size_t)(newline - r->at) : LINE;
    if (length >= LINE || memchr(r->at, 0, length)) return false;
    memcpy(r->line, r->at, length);
    r->line[length] = 0;
    r->at = newline + 1;
    return true;
}

static enum jg_status damaged(struct reader *r, const char *expected) {
    return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a damaged network: expected a line '%s'", expected);
}

/* Parses a line of a word and up to two numbers. */
static enum jg_status read_numbers(struct reader *r, const char *expected, const char *format, int *a, int *b) {
    int end = -1, count = 0;
    if (next_line(r)) count = b ? sscanf(r->line, format, a, b, &end) : sscanf(r->line, format, a, &end);
    return count >= (b ? 2 : 1) && end >= 0 && !r->line[end] ? JG_OK : damaged(r, expected);
}

static enum jg_status read_game(struct reader *r, const struct jg_game *g) {
    struct jg_inputs in;
    jg_network_inputs(g, &in);
    if (!next_line(r) || strncmp(r->line, "game ", 5)) return damaged(r, "game NAME");
    if (strcmp(r->line + 5, g->kind->name))
        return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a network for %.64s, not for %s", r->line + 5,
                       g->kind->name);
    if (!next_line(r) || strncmp(r->line, "layout", 6)) return damaged(r, "layout OPTIONS");
    const char *layout = r->line + 6 + (r->line[6] == ' ');
    if (strcmp(layout, in.layout))
        return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a network for %s with %.64s, not with %s", g->kind->name,
                       layout, in.layout);
    return JG_OK;
}

static enum jg_status read_shape(struct reader *r, const struct jg_game *g, struct jg_network_shape *out) {
    int inputs = 0, symmetries = 0, filters = 0, hidden[2] = {0};
    enum jg_status status = read_numbers(r, "inputs N", "inputs %6d%n", &inputs, NULL);
    if (!status) status = read_numbers(r, "symmetries N", "symmetries %6d%n", &symmetries, NULL);
    if (!status) status = read_numbers(r, "filters N", "filters %6d%n", &filters, NULL);
    if (!status) status = read_numbers(r, "hidden N N", "hidden %6d %6d%n", &hidden[0], &hidden[1]);
    if (!status) status = jg_network_shape(out, g, filters, hidden, r->err);
    if (!status && (inputs != out->inputs || symmetries != out->symmetries))
        status = jg_fail(r->err, JG_EINPUT, JG_NO_POSITION,
                         "a network of %d inputs with %d symmetries; this version of %s has %d with %d", inputs,
                         symmetries, g->kind->name, out->inputs, out->symmetries);
    return status;
}

/* Skips notes up to the data, and checks their size and checksum. */
static enum jg_status read_data_line(struct reader *r, const char *begin, size_t size) {
    const char *head_end;
    char want[64];
    unsigned long long bytes;
    do {
        head_end = r->at;
        if (!next_line(r)) return damaged(r, "data BYTES CHECKSUM");
    } while (r->line[0] == '#');
    if (sscanf(r->line, "data %9llu ", &bytes) < 1) return damaged(r, "data BYTES CHECKSUM");
    size_t left = (size_t)(r->end - r->at);
    if (bytes != size || left < size)
        return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a truncated network: %zu of %zu bytes of data", left, size);
    if (left > size)
        return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a damaged network: it has more than %zu bytes of data",
                       size);
    print_data_line(want, sizeof want, size, checksum(begin, (size_t)(head_end - begin), r->at, size));
    if (strcmp(r->line, want))
        return jg_fail(r->err, JG_EINPUT, JG_NO_POSITION, "a damaged network: the checksum differs");
    return JG_OK;
}

/* Says why the first line is not that of this format. */
static enum jg_status refuse_family(const char *bytes, size_t size, struct jg_error *err) {
    char number[8] = {0}; /* of the format */
    size_t n = 0;
    for (size_t i = sizeof FAMILY - 1; jg_network_begins(bytes, size) && i < size && n < sizeof number - 1; i++) {
        if (bytes[i] < '0' || bytes[i] > '9') break;
        number[n++] = bytes[i];
    }
    if (n && strcmp(number, "0") && strcmp(number, "1"))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "a network of format %s, from a newer version of jogada; this version reads format 1", number);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "not a network that this program can read: expected 'jogada network 1' on the first line");
}

enum jg_status jg_network_read(struct jg_network **out, const struct jg_game *g, const void *bytes, size_t size,
                               struct jg_error *err) {
    const char *begin = bytes;
    struct reader r = {.at = begin, .end = begin + size, .err = err};
    struct jg_network_shape shape;
    *out = NULL;
    if (size < sizeof MAGIC - 1 || memcmp(begin, MAGIC, sizeof MAGIC - 1)) return refuse_family(begin, size, err);
    r.at += sizeof MAGIC - 1;
    enum jg_status status = read_game(&r, g);
    if (!status) status = read_shape(&r, g, &shape);
    if (!status) status = read_data_line(&r, begin, data_size(&shape));
    if (status) return status;
    struct jg_network *n = jg_network_new(&shape);
    if (!n) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct copy c = {.at = (unsigned char *)(uintptr_t)r.at};
    copy_data(&c, n);
    status = jg_network_prepare(n, g, err);
    if (status)
        jg_network_free(n);
    else
        *out = n;
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

char *jg_network_write(const struct jg_network *n, const struct jg_game *g, const char *notes, size_t *size) {
    const struct jg_network_shape *s = &n->shape;
    struct jg_inputs in;
    char *bytes = NULL;
    size_t data = data_size(s);
    jg_network_inputs(g, &in);
    unsigned char *numbers = malloc(data);
    FILE *f = numbers ? open_memstream(&bytes, size) : NULL;
    if (!f) {
        free(numbers);
        return NULL;
    }
    struct copy c = {.at = numbers, .writes = true};
    copy_data(&c, n);
    fprintf(f, "%sgame %s\nlayout%s%s\ninputs %d\nsymmetries %d\nfilters %d\nhidden %d %d\n%s", MAGIC, g->kind->name,
            in.layout[0] ? " " : "", in.layout, s->inputs, s->symmetries, s->filters, s->hidden[0], s->hidden[1],
            notes);
    bool bad = fflush(f);
    if (!bad) {
        char line[64];
        print_data_line(line, sizeof line, data, checksum(bytes, *size, numbers, data));
        fprintf(f, "%s\n", line);
    }
    fwrite(numbers, 1, data, f);
    bad = ferror(f) || bad;
    free(numbers);
    if (!fclose(f) && !bad) return bytes;
    free(bytes);
    return NULL;
}
