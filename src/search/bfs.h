/* Breadth-first search for the best terminal state that is reachable from a start, with duplicate detection. Of equally
 * good terminal states the last in breadth-first order wins, that is, one with a longest path. A caller that needs the
 * path stores it in the state and ignores it in `same`.
 *
 * A context reuses its memory from search to search. Different contexts may search concurrently. */
#ifndef SEARCH_BFS_H
#define SEARCH_BFS_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which duplicates are merged. */
enum jg_bfs_merge {
    JG_BFS_LAYER, /* those of the same layer: the last one stays, at its place in the queue, so that value and path are
                     those of a search without merging. A state that recurs in later layers is visited again in each,
                     so graphs with cycles need a limit */
    JG_BFS_ONCE,  /* all: a state is visited in the first layer that has it. The value is that of a search without
                     merging; the path may be a shorter one */
    JG_BFS_NONE,  /* none: a tree */
};

struct jg_bfs;

/* A problem to search. Callbacks get `arg`; states are aligned for any type and have the size given to jg_bfs_init. */
struct jg_bfs_search {
    const void *start;
    void *arg;

    /* Creates the children of a state that is not terminal: writes each to jg_bfs_room(b), then calls
     * jg_bfs_add(b). `state` stays valid meanwhile. */
    void (*expand)(void *arg, const void *state, struct jg_bfs *b);

    /* A hash: equal states have equal keys. Not called with JG_BFS_NONE. */
    uint64_t (*key)(void *arg, const void *state);

    /* Whether two states with the same key are equal; NULL: compares bytes. Equal states must have equal values and
     * equal children. */
    bool (*same)(void *arg, const void *a, const void *b);

    /* Whether a state is terminal, and its value then. */
    bool (*terminal)(void *arg, const void *state, int32_t *value);

    enum jg_bfs_merge merge;
    uint32_t limit;          /* maximum number of stored states, including the start; 0: JG_BFS_MOST */
    const atomic_bool *stop; /* set by another thread; may be NULL */
};

enum { JG_BFS_MOST = 1 << 30 };

struct jg_bfs_result {
    bool found; /* a terminal state was found: the next two describe the best */
    int32_t value;
    const void *best; /* valid until the next search */

    uint64_t visited; /* states, terminal or not */
    uint64_t merged;  /* children that were duplicates */
    bool cut;         /* states were dropped because of the limit or lack of memory */
    bool stopped;     /* by the flag; the result covers the states visited by then */
};

/* All fields are private. */
struct jg_bfs {
    size_t size, stride;
    unsigned char **chunks; /* of states, whose addresses never change */
    size_t chunk_count;
    struct jg_bfs_node *nodes;
    uint32_t *queue; /* numbers of nodes */
    size_t node_room, queue_room;
    struct jg_bfs_slot *slots; /* open addressing; slots of another age are empty */
    int bits;
    uint32_t age, slots_used;

    const struct jg_bfs_search *search;
    struct jg_bfs_result *result;
    uint32_t limit, stored, node_count; /* maximum and number of stored states; nodes, including the next child's */
    uint32_t room_node;                 /* the node of the next child */
    size_t queue_count, layer;          /* length of the queue; start of the children's layer in it */
    void *room;
};

/* Makes a context for states of state_size bytes. JG_EMEMORY. */
enum jg_status jg_bfs_init(struct jg_bfs *b, size_t state_size, struct jg_error *err);
void jg_bfs_free(struct jg_bfs *b); /* may be called twice */

/* Searches. Never fails: without memory the search is cut as by a limit. */
void jg_bfs_run(struct jg_bfs *b, const struct jg_bfs_search *search, struct jg_bfs_result *result);

/* For `expand`: the memory for the next child, and a call to add it. */
static inline void *jg_bfs_room(const struct jg_bfs *b) { return b->room; }
void jg_bfs_add(struct jg_bfs *b);

#endif
