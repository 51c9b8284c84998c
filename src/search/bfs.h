/* Breadth-first search for the best end that can be reached: all states that follow a
 * start, layer by layer, equal states merged; of the terminal ones the greatest value. Of
 * equally good ends the last in breadth-first order wins, so one with a longest path.
 *
 * A context keeps its memory from one search to the next and takes more only when a search
 * is larger than all before it. Two contexts can search side by side. */
#ifndef SEARCH_BFS_H
#define SEARCH_BFS_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which equal states are one. */
enum jg_bfs_merge {
    JG_BFS_LAYER, /* those of the same layer, the last to come staying, in its place: the answer, path included, is
                     that without merging. A state that comes back in later layers is looked at again in each, so what
                     can go round for ever needs a limit */
    JG_BFS_ONCE,  /* all: a state is looked at in the first layer that has it. The value is that without merging,
                     the path perhaps another, shorter one */
    JG_BFS_NONE,  /* none: a tree */
};

struct jg_bfs;

/* What to search. Callbacks are handed `arg`; states are aligned for any type, and so many bytes as
 * the context was made for. */
struct jg_bfs_search {
    const void *start;
    void *arg;

    /* Makes the children of a state that is not terminal: for each writes it to jg_bfs_room(b),
     * then calls jg_bfs_add(b, label). `state` stays as it is meanwhile. */
    void (*expand)(void *arg, const void *state, struct jg_bfs *b);

    /* The same for equal states; different ones may share a key. Not called with JG_BFS_NONE. */
    uint64_t (*key)(void *arg, const void *state);

    /* Whether two states with the same key are equal; NULL: if all of their bytes are. Equal
     * states are terminal or not alike, have one value, and their children are equal in pairs. */
    bool (*same)(void *arg, const void *a, const void *b);

    /* Whether a path ends here, and what this end is worth. */
    bool (*terminal)(void *arg, const void *state, int32_t *value);

    enum jg_bfs_merge merge;
    uint32_t limit;          /* states to keep at most, the start among them; 0: JG_BFS_MOST */
    const atomic_bool *stop; /* set by somebody else; may be NULL */
};

enum { JG_BFS_MOST = 1 << 30 };

struct jg_bfs_result {
    bool found;       /* there is a terminal state, and what follows is its */
    int32_t value;    /* the best */
    const void *best; /* the state; until the next search */
    uint32_t node;    /* for jg_bfs_path */
    uint32_t depth;   /* labels on its path */

    uint64_t visited; /* states that were looked at, terminal or not */
    uint64_t merged;  /* children that were equal to another state */
    bool cut;         /* states were left out, since the limit was reached or memory is short */
    bool stopped;     /* by the flag: what was found by then counts */
};

/* All fields are private. */
struct jg_bfs {
    size_t size, stride;
    unsigned char **chunks; /* states, which never move */
    size_t chunk_count;
    struct jg_bfs_node *nodes;
    uint32_t *queue; /* numbers of nodes */
    size_t node_room, queue_room;
    struct jg_bfs_slot *slots; /* open addressing; those of another age are empty */
    int bits;
    uint32_t age, slots_used;

    const struct jg_bfs_search *search;
    struct jg_bfs_result *result;
    uint32_t limit, kept, node_count; /* of states; of nodes, the room's among them */
    uint32_t parent, room_node;       /* who is expanded; where the next child is written */
    size_t queue_count, layer;        /* where in the queue the layer of the children begins */
    void *room;
};

/* Makes a context for states of so many bytes. JG_EMEMORY. */
enum jg_status jg_bfs_init(struct jg_bfs *b, size_t state_size, struct jg_error *err);
void jg_bfs_free(struct jg_bfs *b); /* may be called twice */

/* Searches. Never fails: if memory is short, the search is cut as by a limit. */
void jg_bfs_run(struct jg_bfs *b, const struct jg_bfs_search *search, struct jg_bfs_result *result);

/* For `expand`: where the next child is to be written, and that it has been. */
static inline void *jg_bfs_room(const struct jg_bfs *b) { return b->room; }
void jg_bfs_add(struct jg_bfs *b, uint32_t label);

/* Writes the labels from the start to the best end of the last search, at most n of them from the first on,
 * and returns how many there are: result->depth. */
uint32_t jg_bfs_path(const struct jg_bfs *b, const struct jg_bfs_result *result, uint32_t *labels, uint32_t n);

#endif
