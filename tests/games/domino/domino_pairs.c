/* Measures agents of dominoes beside partners of another kind, which matches do not: there an agent plays for its whole
 * team. Usage: domino_pairs MATCHES SEED PLAYER PARTNER OPPONENT
 *
 * Player and partner hold the seats of one team in turn, and the opponent both of the other, over the same deals for any
 * players. Prints the share of matches that the pair wins, with its 95 % interval, and the thinking time of the pair per
 * move that was not forced. */
#include "arena/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYER, PARTNER, OPPONENT, AGENTS };

static void fail(const struct jg_error *err) {
    fprintf(stderr, "domino_pairs: %s\n", err->message);
    exit(EXIT_FAILURE);
}

struct think {
    double seconds;
    uint64_t decisions;
    int team;
};

static void watch(void *arg, const struct jg_record *record, int seat, const struct jg_report *report) {
    struct think *t = arg;
    (void)record;
    if (jg_team(seat) != t->team || !report->nodes) return;
    t->seconds += report->seconds;
    t->decisions++;
}

/* Four matches with every deal: the pair on either team, the player on either seat of it. */
static double play(const struct jg_game *g, struct jg_agent agents[], uint64_t seed, uint64_t match,
                   struct jg_record *record, struct think *think) {
    struct jg_error err = {0};
    int team = (int)(match & 1), turned = (int)(match >> 1 & 1);
    struct jg_arena_game game = {.game = g,
                                 .seeding = jg_seeding_of(seed),
                                 .deal = match / 4,
                                 .variant = match % 4,
                                 .watch = watch,
                                 .arg = think};
    think->team = team;
    for (int seat = 0; seat < 4; seat++) {
        int kind = jg_team(seat) != team ? OPPONENT : (seat >> 1 ^ turned) ? PARTNER : PLAYER;
        game.seats[seat] = &agents[kind == OPPONENT ? OPPONENT + (seat >> 1) : kind];
    }
    if (jg_arena_play(&game, record, NULL, &err)) fail(&err);
    int32_t score = jg_record_score(record, team);
    return score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

int main(int argc, char **argv) {
    struct jg_game g;
    struct jg_agent agents[AGENTS + 1];
    struct jg_record record = {0};
    struct jg_error err = {0};
    struct think think = {0};
    double won = 0;
    if (argc != 6) {
        fprintf(stderr, "usage: domino_pairs MATCHES SEED PLAYER PARTNER OPPONENT\n");
        return 2;
    }
    uint64_t matches = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
    if (jg_game_open(&g, "domino", &err)) fail(&err);
    for (int i = 0; i <= AGENTS; i++)
        if (jg_agent_open(&agents[i], &g, argv[3 + (i < AGENTS ? i : OPPONENT)], &err)) fail(&err);
    for (uint64_t match = 0; match < matches; match++) won += play(&g, agents, seed, match, &record, &think);
    double share = won / (double)matches, error = 1.96 * sqrt(share * (1 - share) / (double)matches);
    printf("%s beside %s against %s: %.2f %% +-%.2f, %llu matches, %.2f ms a decision\n", argv[3], argv[4], argv[5],
           100 * share, 100 * error, (unsigned long long)matches,
           think.decisions ? 1000 * think.seconds / (double)think.decisions : 0);
    for (int i = 0; i <= AGENTS; i++) jg_agent_close(&agents[i]);
    jg_record_free(&record);
    jg_game_close(&g);
    return EXIT_SUCCESS;
}
