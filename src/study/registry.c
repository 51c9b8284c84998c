/* The list of studies, and the games that they are about. */
#include "study/study.h"

#include <jogada/game.h>

#include <string.h>

static const struct jg_study *const STUDIES[] = {
    &jg_study_mancala_time,   &jg_study_mancala_random,    &jg_study_kalah_values,
    &jg_study_loa_genetic,    &jg_study_domino_complexity, &jg_study_domino_rounds,
    &jg_study_domino_depth,   &jg_study_domino_basic,      &jg_study_domino_genetic,
    &jg_study_domino_antonio, &jg_study_domino_strategies, &jg_study_domino_nodes,
    &jg_study_magic_mulligan, &jg_study_magic_duels,       NULL};

const struct jg_study *jg_study_at(size_t i) { return i < sizeof STUDIES / sizeof *STUDIES ? STUDIES[i] : NULL; }

static bool lists(const struct jg_game_kind *kind, const char *study) {
    for (const char *const *name = kind->studies; name && *name; name++)
        if (!strcmp(*name, study)) return true;
    return false;
}

const char *jg_study_game(const struct jg_study *study) {
    const struct jg_game_kind *kind;
    for (size_t i = 0; (kind = jg_game_kind_at(i)); i++)
        if (lists(kind, study->name)) return kind->name;
    return "";
}

const struct jg_study *jg_study_find(const char *name, struct jg_error *err) {
    char names[512];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; STUDIES[i]; i++) {
        if (!strcmp(STUDIES[i]->name, name)) return STUDIES[i];
        jg_text_add(&t, "%s%s", i ? ", " : "", STUDIES[i]->name);
    }
    jg_fail(err, JG_EINPUT, 0, "unknown study '%s'; choose from %s", name, names);
    return NULL;
}
