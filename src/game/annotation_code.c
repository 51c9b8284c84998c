/* Annotations as bytes, about six for a move. After a version and the names of the evaluators follows a stream of bits,
 * then a checksum, since most changes of the bits would go unnoticed. docs/store.md describes the format.
 *
 * Numbers are exponential Golomb codes (S. W. Golomb, Run-length encodings, 1966; as in H.264), of differences to the
 * last annotation of the same seat where these are small. Nodes and time vary too much for that: only the difference of
 * their number of digits is coded, and of the time only three decimal digits follow. A move of a principal variation is its index among the legal moves, in as few bits
 * as their number needs. */
#include "game/annotation.h"

#include "core/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 2,  /* 1: all digits of the time, in binary */
    CHECKSUM = 4, /* bytes */
    NAMES = 16,   /* evaluators in one game */
    VALUE_BITS = 5,
    PV_BITS = 2,
    LENGTH_BITS = 1, /* orders of the codes, tried on games of Kalah and Lines of Action */
    TIME_BITS = 10,  /* of a number below JG_ANNOTATION_TIME */
    TEN = 10,
};

/* The last annotation of a seat, from which the next one differs little. */
struct last {
    int by; /* index among the names; 0: no value */
    int32_t value;
    int depth, nodes; /* nodes: their number of binary digits */
    int time;         /* its exponent of ten; version 1: its number of binary digits */
};

/* Both directions of the code: `write` adds to the bytes, otherwise they are read. */
struct code {
    const struct jg_game *game;
    unsigned char *bytes;
    size_t size, room; /* in bytes */
    size_t bit;        /* the next one */
    bool write, failed;
    int version;
    int pv_most; /* moves of a principal variation that are written */
    const struct jg_evaluator *names[NAMES];
    int name_count;
    struct last last[JG_SEATS_MAX];
};

/* ---- Bits --------------------------------------------------------------------------------------------- */

static bool grow(struct code *c) {
    if (c->size < c->room) return true;
    size_t room = c->room ? 2 * c->room : 256;
    unsigned char *more = realloc(c->bytes, room);
    if (!more) return false;
    c->bytes = more;
    c->room = room;
    return true;
}

static void code_bit(struct code *c, unsigned *bit) {
    if (c->failed) return;
    if (c->write && c->bit == 8 * c->size) {
        if (!grow(c)) {
            c->failed = true;
            return;
        }
        c->bytes[c->size++] = 0;
    }
    if (c->bit == 8 * c->size) {
        c->failed = true;
        *bit = 0;
        return;
    }
    unsigned char *byte = &c->bytes[c->bit / 8], mask = (unsigned char)(1u << c->bit % 8);
    if (c->write)
        *byte = *bit ? *byte | mask : *byte;
    else
        *bit = (*byte & mask) != 0;
    c->bit++;
}

/* The low `n` bits of a number, the highest first; reading sets the others to 0. */
static void code_bits(struct code *c, uint64_t *number, int n) {
    uint64_t out = 0;
    for (int i = n - 1; i >= 0; i--) {
        unsigned bit = (unsigned)(*number >> i & 1);
        code_bit(c, &bit);
        out = out << 1 | bit;
    }
    *number = out;
}

static void code_flag(struct code *c, bool *flag) {
    unsigned bit = *flag;
    code_bit(c, &bit);
    *flag = bit;
}

static int digits(uint64_t x) {
    int n = 0;
    for (; x; x >>= 1) n++;
    return n;
}

/* An exponential Golomb code: as many zeros as binary digits follow the first `order + 1`. */
static void code_number(struct code *c, uint64_t *number, int order) {
    uint64_t x = *number + (UINT64_C(1) << order);
    int more = digits(x) - 1 - order, zeros = 0;
    unsigned bit = 0;
    if (c->write) {
        for (; zeros < more; zeros++) code_bit(c, &bit);
    } else {
        for (code_bit(c, &bit); !bit && !c->failed && zeros < 62 - order; code_bit(c, &bit)) zeros++;
        c->failed |= !bit;
        if (c->failed) return;
    }
    if (c->write) {
        code_bits(c, &x, order + 1 + more);
    } else {
        uint64_t rest = 0;
        code_bits(c, &rest, order + zeros);
        *number = (UINT64_C(1) << (order + zeros)) + rest - (UINT64_C(1) << order);
    }
}

/* A number near `last`: the differences 0, -1, 1, -2 ... are coded as 0, 1, 2, 3 ... */
static void code_near(struct code *c, int64_t *number, int64_t last, int order) {
    int64_t difference = *number - last;
    uint64_t x = difference < 0 ? 2 * (uint64_t)-difference - 1 : 2 * (uint64_t)difference;
    code_number(c, &x, order);
    *number = last + (x & 1 ? -(int64_t)(x / 2) - 1 : (int64_t)(x / 2));
}

/* A number of about as many binary digits as the last one. */
static void code_large(struct code *c, uint64_t *number, int *last) {
    int64_t length = digits(*number);
    code_near(c, &length, *last, LENGTH_BITS);
    if (length < 0 || length > 63) {
        c->failed = true;
        return;
    }
    *last = (int)length;
    if (!length) {
        *number = 0;
        return;
    }
    code_bits(c, number, (int)length - 1); /* the first digit is 1 */
    *number |= UINT64_C(1) << (length - 1);
}

/* A time: the first three decimal digits, and the exponent of ten that follows them. */
static void code_time(struct code *c, uint64_t *microseconds, int *last) {
    enum { EXPONENT_MOST = 12 };
    int64_t exponent = 0;
    uint64_t digits = *microseconds;
    for (; digits >= JG_ANNOTATION_TIME; digits /= TEN) exponent++;
    code_near(c, &exponent, *last, 0);
    code_bits(c, &digits, TIME_BITS);
    c->failed |= exponent < 0 || exponent > EXPONENT_MOST || digits >= JG_ANNOTATION_TIME;
    c->failed |= exponent && digits < JG_ANNOTATION_TIME / TEN;
    if (c->failed) return;
    *last = (int)exponent;
    for (*microseconds = digits; exponent; exponent--) *microseconds *= TEN;
}

/* ---- Annotations --------------------------------------------------------------------------------------- */

static int index_of(const struct code *c, const struct jg_evaluator *by) {
    for (int i = 0; i < c->name_count; i++)
        if (c->names[i] == by) return i + 1;
    return 0;
}

static void code_value(struct code *c, struct jg_annotation *a, struct last *last) {
    int by = index_of(c, a->by);
    bool same = by == last->by;
    code_flag(c, &same);
    if (!same) {
        uint64_t index = (uint64_t)by;
        code_number(c, &index, 0);
        c->failed |= index > (uint64_t)c->name_count || (int)index == last->by;
        by = c->failed ? 0 : (int)index;
    } else {
        by = last->by;
    }
    last->by = by;
    a->by = by ? c->names[by - 1] : NULL;
    if (!by) return;
    int64_t value = a->value;
    code_flag(c, &a->proven);
    code_near(c, &value, last->value, VALUE_BITS);
    c->failed |= value > JG_WIN || value < -JG_WIN;
    a->value = last->value = c->failed ? 0 : (int32_t)value;
}

static int width(int count) { return digits((uint64_t)count - 1); }

static void code_move(struct code *c, const struct jg_annotation_walk *w, jg_move *move) {
    uint64_t index = 0;
    while (c->write && (int)index < w->count && w->moves[index] != *move) index++;
    code_bits(c, &index, width(w->count));
    c->failed |= index >= (uint64_t)w->count;
    if (!c->failed) *move = w->moves[index];
}

static void code_pv(struct code *c, const struct jg_record *r, int n, struct jg_annotation *a) {
    struct jg_annotation_walk w;
    int length = c->write && a->pv_count > c->pv_most ? c->pv_most : a->pv_count;
    uint64_t more = length ? (uint64_t)length - 1 : 0;
    code_number(c, &more, PV_BITS);
    c->failed |= more >= JG_ANNOTATION_PV;
    if (c->failed || !more) return;
    a->pv_count = (int)more + 1;
    a->pv[0] = r->moves[n];
    jg_annotation_begin(&w, r, n);
    for (int i = 1; i < a->pv_count && !c->failed; i++) {
        jg_annotation_step(&w, a->pv[i - 1]);
        c->failed |= !w.count;
        if (!c->failed) code_move(c, &w, &a->pv[i]);
    }
}

/* The annotation of one move. `a` is what is written, or {0} to be read. */
static void code_annotation(struct code *c, const struct jg_record *r, int n, struct jg_annotation *a) {
    int seat = jg_turn(r->game, jg_record_state_at(r, n));
    bool present = !jg_annotation_is_empty(a);
    if (seat < 0) return; /* chance */
    struct last *last = &c->last[seat];
    code_flag(c, &present);
    if (!present || c->failed) return;
    code_value(c, a, last);
    int64_t depth = a->depth;
    code_near(c, &depth, last->depth, 0);
    c->failed |= depth < 0 || depth > INT32_MAX;
    a->depth = last->depth = c->failed ? 0 : (int)depth;
    code_large(c, &a->nodes, &last->nodes);
    if (c->version == 1)
        code_large(c, &a->microseconds, &last->time);
    else
        code_time(c, &a->microseconds, &last->time);
    if (!c->failed) code_pv(c, r, n, a);
}

/* ---- Encoding ------------------------------------------------------------------------------------------ */

static void put_byte(struct code *c, unsigned byte) {
    if (!grow(c))
        c->failed = true;
    else
        c->bytes[c->size++] = (unsigned char)byte;
}

static void put_names(struct code *c, const struct jg_record *r) {
    for (int n = 0; n < r->count; n++) {
        const struct jg_annotation *a = jg_record_annotation(r, n);
        if (a && a->by && !index_of(c, a->by) && c->name_count < NAMES) c->names[c->name_count++] = a->by;
    }
    put_byte(c, VERSION);
    put_byte(c, (unsigned)c->name_count);
    for (int i = 0; i < c->name_count; i++) {
        size_t length = strlen(c->names[i]->name);
        put_byte(c, (unsigned)length);
        for (size_t k = 0; k < length; k++) put_byte(c, (unsigned char)c->names[i]->name[k]);
    }
}

/* Every seat begins with the first evaluator. */
static void begin_bits(struct code *c) {
    c->bit = 8 * c->size;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) c->last[seat] = (struct last){.by = c->name_count > 0};
}

/* Encodes principal variations of at most `pv_most` moves. */
static unsigned char *encode(const struct jg_record *r, int pv_most, size_t *size) {
    struct code c = {.game = r->game, .write = true, .version = VERSION, .pv_most = pv_most};
    put_names(&c, r);
    begin_bits(&c);
    for (int n = 0; n < r->count && !c.failed; n++) {
        const struct jg_annotation *known = jg_record_annotation(r, n);
        struct jg_annotation a = known ? *known : (struct jg_annotation){0};
        code_annotation(&c, r, n, &a);
    }
    uint64_t checksum = c.failed ? 0 : jg_hash(c.bytes, c.size);
    for (int i = 0; i < CHECKSUM; i++) put_byte(&c, (unsigned)(checksum >> 8 * i & 0xff));
    if (c.failed) {
        free(c.bytes);
        return NULL;
    }
    *size = c.size;
    return c.bytes;
}

unsigned char *jg_annotation_encode(const struct jg_record *r, size_t most, size_t *size) {
    static const int LENGTHS[] = {JG_ANNOTATION_PV, 12, 10, 8, 6, 4, 2, 0};
    unsigned char *bytes = NULL;
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        free(bytes);
        bytes = encode(r, LENGTHS[i], size);
        if (!bytes || *size <= most) return bytes;
    }
    return bytes;
}

/* ---- Decoding ------------------------------------------------------------------------------------------ */

/* The bytes before the checksum; 0: it is wrong. */
static size_t checked_size(const unsigned char *bytes, size_t size) {
    if (size < CHECKSUM + 2) return 0;
    uint64_t checksum = jg_hash(bytes, size - CHECKSUM);
    for (int i = 0; i < CHECKSUM; i++)
        if (bytes[size - CHECKSUM + (size_t)i] != (checksum >> 8 * i & 0xff)) return 0;
    return size - CHECKSUM;
}

/* Reads the names; returns what follows, or 0. */
static size_t read_names(struct code *c, const unsigned char *bytes, size_t size) {
    size_t at = 2;
    c->version = bytes[0];
    if (c->version < 1 || c->version > VERSION || bytes[1] > NAMES) return 0;
    for (int i = 0; i < bytes[1]; i++) {
        char name[256];
        size_t length = at < size ? bytes[at++] : 0;
        if (!length || size - at < length) return 0;
        memcpy(name, bytes + at, length);
        name[length] = 0;
        at += length;
        c->names[i] = jg_annotation_evaluator(c->game, name);
        if (!c->names[i] || strlen(name) != length) return 0;
        c->name_count++;
    }
    return at;
}

static enum jg_status read_bits(struct code *c, struct jg_record *r, struct jg_error *err) {
    for (int n = 0; n < r->count && !c->failed; n++) {
        struct jg_annotation a = {0};
        code_annotation(c, r, n, &a);
        enum jg_status status = c->failed || jg_annotation_is_empty(&a) ? JG_OK : jg_record_annotate(r, n, &a, err);
        if (status) return status;
    }
    return c->failed || 8 * c->size - c->bit >= 8
               ? jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the annotations are damaged")
               : JG_OK;
}

enum jg_status jg_annotation_decode(struct jg_record *r, const void *bytes, size_t size, struct jg_error *err) {
    struct code c = {.game = r->game};
    size_t used = checked_size(bytes, size), begin = used ? read_names(&c, bytes, used) : 0;
    r->annotation_count = 0;
    r->annotated = false;
    if (!begin) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the annotations are damaged");
    c.bytes = (unsigned char *)(uintptr_t)bytes; /* only read */
    c.size = begin;
    begin_bits(&c);
    c.size = used;
    enum jg_status status = read_bits(&c, r, err);
    r->annotated = !status;
    if (status) r->annotation_count = 0;
    return status;
}
