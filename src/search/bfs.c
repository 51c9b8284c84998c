#include "search/bfs.h"

#include "core/stop.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64, FIRST_BITS = 8, FIRST_ROOM = 256, ALIGN = _Alignof(max_align_t) };

static const size_t NOWHERE = SIZE_MAX;

/* A stored state. Its number is also its index in the chunks. */
struct jg_bfs_node {
    size_t place; /* its last index in the queue */
};

struct jg_bfs_slot {
    uint64_t key;
    uint32_t age, node;
};

static void *state_of(const struct jg_bfs *b, uint32_t node) {
    return b->chunks[node / CHUNK] + node % CHUNK * b->stride;
}

/* ---- Memory ---------------------------------------------------------------------------- */

/* Makes room for one more element; false without memory. */
static bool grow(void **list, size_t *room, size_t used, size_t size) {
    if (used < *room) return true;
    size_t more = *room ? 2 * *room : FIRST_ROOM;
    void *larger = realloc(*list, more * size);
    if (!larger) return false;
    *list = larger;
    *room = more;
    return true;
}

static bool grow_chunks(struct jg_bfs *b, uint32_t node) {
    if (node / CHUNK < b->chunk_count) return true;
    unsigned char **larger = realloc(b->chunks, (b->chunk_count + 1) * sizeof *larger);
    if (!larger) return false;
    b->chunks = larger;
    larger[b->chunk_count] = aligned_alloc(ALIGN, CHUNK * b->stride);
    if (!larger[b->chunk_count]) return false;
    b->chunk_count++;
    return true;
}

/* Allocates one more node; false without memory. */
static bool reserve(struct jg_bfs *b) {
    void *nodes = b->nodes;
    bool there = grow_chunks(b, b->node_count) && grow(&nodes, &b->node_room, b->node_count, sizeof *b->nodes);
    b->nodes = nodes;
    return there;
}

static void make_room(struct jg_bfs *b, uint32_t node) {
    b->room_node = node;
    b->room = state_of(b, node);
}

/* Appends the new child to the queue; false without memory. */
static bool push(struct jg_bfs *b) {
    uint32_t node = b->room_node;
    void *queue = b->queue;
    bool there = grow(&queue, &b->queue_room, b->queue_count, sizeof *b->queue);
    b->queue = queue;
    if (!there) return false;
    b->nodes[node].place = b->queue_count;
    b->queue[b->queue_count++] = node;
    return true;
}

/* ---- Equal states ----------------------------------------------------------------------- */

static size_t slot_of(uint64_t key, int bits) { return (size_t)(key * 0x9e3779b97f4a7c15u >> (64 - bits)); }

static bool same(const struct jg_bfs *b, const void *x, const void *y) {
    return b->search->same ? b->search->same(b->search->arg, x, y) : !memcmp(x, y, b->size);
}

/* The slot of a state, or the empty slot for it. */
static struct jg_bfs_slot *find(const struct jg_bfs *b, uint64_t key, const void *state) {
    size_t mask = ((size_t)1 << b->bits) - 1, i = slot_of(key, b->bits);
    for (; b->slots[i].age == b->age; i = (i + 1) & mask)
        if (b->slots[i].key == key && same(b, state_of(b, b->slots[i].node), state)) break;
    return &b->slots[i];
}

/* Doubles the slots; false, and nothing changed, without memory. */
static bool grow_slots(struct jg_bfs *b) {
    int bits = b->bits + 1;
    size_t mask = ((size_t)1 << bits) - 1;
    struct jg_bfs_slot *larger = calloc(mask + 1, sizeof *larger);
    if (!larger) return false;
    for (size_t i = 0; i < (size_t)1 << b->bits; i++) {
        if (b->slots[i].age != b->age) continue;
        size_t to = slot_of(b->slots[i].key, bits);
        while (larger[to].age) to = (to + 1) & mask;
        larger[to] = b->slots[i];
    }
    free(b->slots);
    b->slots = larger;
    b->bits = bits;
    return true;
}

/* Keeps the load at most one half, so that probing always finds an empty slot. */
static bool enough_slots(struct jg_bfs *b) { return 2 * (size_t)b->slots_used < (size_t)1 << b->bits || grow_slots(b); }

static void forget(struct jg_bfs *b) {
    b->slots_used = 0;
    if (++b->age) return;
    memset(b->slots, 0, sizeof *b->slots << b->bits);
    b->age = 1;
}

/* ---- Children ---------------------------------------------------------------------------- */

/* The new child replaces its duplicate in the same layer, whose memory holds the next child. So the stored state is the
 * one that its path leads to, byte by byte. */
static void replace(struct jg_bfs *b, struct jg_bfs_slot *slot) {
    uint32_t old = slot->node;
    if (!push(b)) {
        b->result->cut = true;
        return;
    }
    slot->node = b->room_node;
    b->nodes[old].place = NOWHERE;
    make_room(b, old);
}

/* Stores the new child, in its slot if there is one, and allocates a node for the next child. */
static void store(struct jg_bfs *b, struct jg_bfs_slot *slot, uint64_t key) {
    if (b->stored == b->limit || !reserve(b) || !push(b)) {
        b->result->cut = true;
        return;
    }
    b->stored++;
    if (slot) {
        b->slots_used += slot->age != b->age;
        *slot = (struct jg_bfs_slot){.key = key, .age = b->age, .node = b->room_node};
    }
    make_room(b, b->node_count++);
}

void jg_bfs_add(struct jg_bfs *b) {
    const struct jg_bfs_search *s = b->search;
    if (s->merge == JG_BFS_NONE) {
        store(b, NULL, 0);
        return;
    }
    if (!enough_slots(b)) {
        b->result->cut = true;
        return;
    }
    uint64_t key = s->key(s->arg, b->room);
    struct jg_bfs_slot *slot = find(b, key, b->room);
    bool known = slot->age == b->age, here = known && b->nodes[slot->node].place >= b->layer;
    if (here || (known && s->merge == JG_BFS_ONCE)) b->result->merged++;
    if (here)
        replace(b, slot);
    else if (!known || s->merge == JG_BFS_LAYER)
        store(b, slot, key);
}

/* ---- The search -------------------------------------------------------------------------- */

enum jg_status jg_bfs_init(struct jg_bfs *b, size_t state_size, struct jg_error *err) {
    *b = (struct jg_bfs){.size = state_size, .stride = (state_size + ALIGN - 1) / ALIGN * ALIGN, .bits = FIRST_BITS};
    b->slots = calloc((size_t)1 << b->bits, sizeof *b->slots);
    b->queue = calloc(FIRST_ROOM, sizeof *b->queue);
    b->queue_room = b->queue ? FIRST_ROOM : 0;
    if (b->slots && b->queue && reserve(b)) return JG_OK;
    jg_bfs_free(b);
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

void jg_bfs_free(struct jg_bfs *b) {
    for (size_t i = 0; i < b->chunk_count; i++) free(b->chunks[i]);
    free(b->chunks);
    free(b->nodes);
    free(b->queue);
    free(b->slots);
    *b = (struct jg_bfs){0};
}

static void begin(struct jg_bfs *b, const struct jg_bfs_search *s, struct jg_bfs_result *result) {
    *result = (struct jg_bfs_result){0};
    b->search = s;
    b->result = result;
    b->limit = s->limit && s->limit < JG_BFS_MOST ? s->limit : JG_BFS_MOST;
    b->stored = 0;
    b->queue_count = b->layer = 0;
    b->node_count = 1;
    make_room(b, 0);
    forget(b);
    memcpy(b->room, s->start, b->size);
    jg_bfs_add(b);
    b->layer = b->queue_count;
}

static void end_found(struct jg_bfs *b, uint32_t node, int32_t value) {
    struct jg_bfs_result *r = b->result;
    if (r->found && value < r->value) return;
    r->found = true;
    r->value = value;
    r->best = state_of(b, node);
}

void jg_bfs_run(struct jg_bfs *b, const struct jg_bfs_search *s, struct jg_bfs_result *result) {
    int32_t value;
    begin(b, s, result);
    for (size_t i = 0; i < b->queue_count; i++) {
        uint32_t node = b->queue[i];
        if (i == b->layer) b->layer = b->queue_count;
        if (b->nodes[node].place != i) continue; /* a duplicate replaced it later in its layer */
        result->stopped = jg_stopped(s->stop);
        if (result->stopped) return;
        result->visited++;
        if (s->terminal(s->arg, state_of(b, node), &value)) {
            end_found(b, node, value);
        } else if (!result->cut) {
            s->expand(s->arg, state_of(b, node), b);
        }
    }
}
