/* Prints the proven mistakes of a game: moves whose exact value is lower than that of the best move. */
#include "cli/analysis.h"
#include "cli/play_table.h"

struct search {
    struct table *t;
    struct progress bar;
    int moves, solved, mistakes;
};

static void print_mistake(struct search *s, const struct jg_review_move *m) {
    const struct jg_record *r = &s->t->s->record;
    const void *state = jg_record_state_at(r, m->ply);
    struct progress bar = s->bar;
    char words[256], move[JG_MOVE_MAX], got[32], best[32];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    r->game->kind->describe_move(r->game, state, m->played, s->t->c->lang, &text);
    progress_end(&s->bar);
    printf(tr(s->t->c, "  %d. %s: %s; better: %s, %s\n"), m->ply + 1, words,
           analysis_value(s->t->c, m->report, m->value, got), move_text(r->game, state, m->best, move),
           analysis_value(s->t->c, m->report, m->best_value, best));
    s->bar = bar; /* resume the bar below the line */
}

static void on_move(void *arg, const struct jg_review_move *m) {
    struct search *s = arg;
    if (!m->has_move) return;
    s->moves++;
    s->solved += m->proven && m->has_value;
    s->mistakes += m->is_worse;
    if (m->is_worse) print_mistake(s, m);
    progress_show(&s->bar, (double)(m->ply + 1) / s->t->s->record.count, 0);
}

static uint64_t seed_of(void *arg, int seat, int ply) { return table_seed(((struct search *)arg)->t, seat, ply); }

void table_mistakes(struct table *t) {
    const struct jg_record *r = &t->s->record;
    struct jg_error err = {.lang = t->c->lang};
    struct search s = {.t = t};
    struct jg_agent analyst;
    struct jg_review review = {.record = r,
                               .agent = &analyst,
                               .confirm = true,
                               .moves_only = true,
                               .stop = &interrupted,
                               .seed = seed_of,
                               .show = on_move,
                               .arg = &s};
    for (int seat = 0; seat < r->game->kind->seats; seat++) review.seats |= (unsigned)table_human(t->s, seat) << seat;
    if (jg_agent_open(&analyst, r->game, r->game->kind->opponent, &err)) {
        print_error(t->c, &err, NULL);
        return;
    }
    progress_begin(&s.bar, t->c, tr(t->c, "looking for mistakes"));
    enum jg_status status = jg_review_run(&review, &err);
    progress_end(&s.bar);
    if (status && status != JG_ESTOP) print_error(t->c, &err, NULL);
    if (!s.mistakes && s.solved) printf("  %s\n", tr(t->c, "no mistakes found"));
    printf(tr(t->c, "  moves checked: %d, of which solved: %d\n"), s.moves, s.solved);
    jg_agent_close(&analyst);
}
