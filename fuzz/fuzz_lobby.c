/* The lobby: the bytes are what random visitors do, and tests/support/lobby_walk.h says what must hold. */
#include "fuzz.h"

#include "lobby_walk.h"

enum { STEPS = 300 };

struct bytes {
    const uint8_t *at;
    size_t left;
};

static uint32_t read_choice(void *arg, uint32_t n) {
    struct bytes *b = arg;
    if (!b->left) return 0;
    b->left--;
    return *b->at++ % n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct walk w;
    struct bytes b = {data, size};
    void *state;
    MUST(!set_up(&state));
    walk_open(&w, ((struct place *)state)->path, read_choice, &b);
    for (int i = 0; i < STEPS && b.left; i++) walk_step(&w);
    walk_close(&w);
    MUST(!tear_down(&state));
    return 0;
}
