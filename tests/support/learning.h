/* Short trainings in folders of their own, for tests. */
#ifndef TESTS_LEARNING_H
#define TESTS_LEARNING_H

#include "test.h"

#include "learn/learn.h"

#include <unistd.h>

struct folder {
    char path[64], network[96], journal[96];
};

static inline void make_folder(struct folder *f) {
    strcpy(f->path, "/tmp/test_learn_XXXXXX");
    assert_non_null(mkdtemp(f->path));
    snprintf(f->network, sizeof f->network, "%s/n", f->path);
    snprintf(f->journal, sizeof f->journal, "%s/n.run", f->path);
}

static inline void remove_folder(const struct folder *f) {
    unlink(f->network);
    unlink(f->journal);
    assert_int_equal(rmdir(f->path), 0);
}

static inline void settle(struct jg_learn_setting *s, const struct jg_game *g, const struct folder *f, int games,
                          int epochs) {
    struct jg_error err = {0};
    int hidden[2] = {8, 16};
    *s = (struct jg_learn_setting){.game = g,
                                   .seed = test_seed(),
                                   .games = (uint32_t)games,
                                   .opening_least = -1,
                                   .blend = 0.4,
                                   .epochs = epochs,
                                   .proof = 2,
                                   .threads = 1,
                                   .output = f->network};
    assert_int_equal(jg_network_shape(&s->shape, g, 16, hidden, NULL), JG_OK);
    snprintf(s->agent, sizeof s->agent, "ab:nodes=300,tt=64k");
    if (jg_learn_defaults(s, &err)) fail_msg("%s", err.message);
}

#endif
