/* jogada: play, solve, explain, tune and measure adversarial games. */
#ifndef JOGADA_H
#define JOGADA_H

#include <jogada/agent.h>
#include <jogada/ask.h>
#include <jogada/board.h>
#include <jogada/game.h>
#include <jogada/lang.h>
#include <jogada/option.h>
#include <jogada/record.h>
#include <jogada/review.h>
#include <jogada/rng.h>
#include <jogada/rollout.h>
#include <jogada/search.h>
#include <jogada/status.h>
#include <jogada/text.h>
#include <jogada/vector.h>

#pragma GCC visibility push(default)

/* The version of the library, "0.1.0". */
const char *jg_version(void);

#pragma GCC visibility pop

#endif
