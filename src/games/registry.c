#include "games/games.h"

#include <string.h>

static const struct jg_game_kind *const KINDS[] = {&jg_coins, &jg_numbers, &jg_tictactoe, &jg_pig, &jg_kalah,
                                                   &jg_loa,   &jg_domino,  &jg_magic,     NULL};

const struct jg_game_kind *jg_game_kind_at(size_t i) { return i < sizeof KINDS / sizeof *KINDS ? KINDS[i] : NULL; }

enum jg_status jg_game_open(struct jg_game *g, const char *spec, struct jg_error *err) {
    size_t length = jg_spec_name(spec);
    char names[256];
    struct jg_text t;
    *g = (struct jg_game){0};
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; KINDS[i]; i++) {
        if (strlen(KINDS[i]->name) == length && !strncmp(KINDS[i]->name, spec, length))
            return jg_game_open_kind(g, KINDS[i], spec, err);
        jg_text_add(&t, "%s%s", i ? ", " : "", KINDS[i]->name);
    }
    return jg_fail(err, JG_EINPUT, 0, "no game '%.*s'; there are %s", (int)length, spec, names);
}
