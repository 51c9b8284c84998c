#include "bench/games/kalah/plain.h"

#include <stdio.h>

static int store_of(const struct plain_kalah *k, int player) { return player == 0 ? k->houses : 2 * k->houses + 1; }
static int first_of(const struct plain_kalah *k, int player) { return player == 0 ? 0 : k->houses + 1; }

static bool owns(const struct plain_kalah *k, int player, int place) {
    return place >= first_of(k, player) && place < first_of(k, player) + k->houses;
}

static int seeds_of(const struct plain_kalah *k, int player) {
    int sum = 0;
    for (int place = 0; place < 2 * k->houses + 2; place++)
        if (owns(k, player, place)) sum += k->place[place];
    return sum;
}

void plain_kalah_start(struct plain_kalah *k, int houses, int seeds, bool emptycapture) {
    *k = (struct plain_kalah){.houses = houses, .emptycapture = emptycapture};
    for (int place = 0; place < 2 * houses + 2; place++)
        if (owns(k, 0, place) || owns(k, 1, place)) k->place[place] = seeds;
}

int plain_kalah_moves(const struct plain_kalah *k, int *out) {
    int n = 0;
    if (k->over) return 0;
    for (int i = 0; i < k->houses; i++)
        if (k->place[first_of(k, k->player) + i] > 0) out[n++] = k->player * k->houses + i + 1;
    return n;
}

void plain_kalah_move(struct plain_kalah *k, int house) {
    int me = k->player, other = 1 - me, places = 2 * k->houses + 2;
    int place = first_of(k, me) + (house - 1) % k->houses, hand = k->place[place];
    k->place[place] = 0;
    while (hand > 0) {
        place = (place + 1) % places;
        if (place == store_of(k, other)) continue;
        k->place[place]++;
        hand--;
    }
    if (owns(k, me, place) && k->place[place] == 1) {
        int opposite = 2 * k->houses - place;
        if (k->place[opposite] > 0 || k->emptycapture) {
            k->place[store_of(k, me)] += k->place[place] + k->place[opposite];
            k->place[place] = 0;
            k->place[opposite] = 0;
        }
    }
    if (place != store_of(k, me)) k->player = other;
    if (seeds_of(k, 0) == 0 || seeds_of(k, 1) == 0) {
        k->over = true;
        for (int player = 0; player < 2; player++) {
            k->place[store_of(k, player)] += seeds_of(k, player);
            for (int i = 0; i < k->houses; i++) k->place[first_of(k, player) + i] = 0;
        }
    }
}

void plain_kalah_print(const struct plain_kalah *k, char *out, size_t size) {
    size_t used = 0;
    for (int place = 0; place < 2 * k->houses + 2; place++)
        used += (size_t)snprintf(out + used, size - used, "%s%d", place ? "," : "", k->place[place]);
    snprintf(out + used, size - used, " %c", k->over ? '-' : '1' + k->player);
}

uint64_t plain_kalah_perft(const struct plain_kalah *k, int depth) {
    int moves[10], n = plain_kalah_moves(k, moves);
    uint64_t total = 0;
    if (depth == 0) return 1;
    for (int i = 0; i < n; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        total += plain_kalah_perft(&next, depth - 1);
    }
    return total;
}

int plain_kalah_alphabeta(const struct plain_kalah *k, int alpha, int beta, uint64_t *nodes) {
    int moves[10], n = plain_kalah_moves(k, moves);
    ++*nodes;
    if (k->over) return k->place[k->houses] - k->place[2 * k->houses + 1];
    int best = k->player ? beta : alpha;
    for (int i = 0; i < n && alpha < beta; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        int value = plain_kalah_alphabeta(&next, alpha, beta, nodes);
        if (k->player ? value < best : value > best) best = value;
        if (k->player)
            beta = best;
        else
            alpha = best;
    }
    return best;
}
