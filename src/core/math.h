/* Elementary functions with the same result on every machine. IEEE 754 fixes +, -, *, / and sqrt to the last bit, but not
 * exp or log: C libraries differ there, and one library differs between processors with and without fused multiply-add.
 * These functions use only operations that are fixed, so that a game, a weight and a statistic have the same digits
 * everywhere. tests/checks/check_math.py refuses the functions of <math.h> that they replace. */
#ifndef CORE_MATH_H
#define CORE_MATH_H

/* Within 0.51 units in the last place, and so the nearest double in almost all cases. jg_math_log of 0 is -infinity, of
 * negative numbers NAN. */
double jg_math_exp(double x); /* results below 2.3e-308 have fewer digits */
double jg_math_log(double x);
double jg_math_log10(double x);
float jg_math_expf(float x); /* the nearest float but for one argument in millions */

/* x to the power y, for x >= 0. Within 0.51 units in the last place, and so exact where the result is a double. */
double jg_math_pow(double x, double y);

/* Within 1 unit in the last place. */
double jg_math_log1p(double x); /* log(1 + x) */
double jg_math_tanh(double x);
double jg_math_cos(double x); /* for |x| < 1e5 */
double jg_math_sin(double x);

double jg_math_hypot(double x, double y); /* for numbers whose squares are finite */

/* The inverse of tanh: infinite for 1 and -1. Within 2 units in the last place. */
double jg_math_atanh(double x);

/* The complementary error function. Within 5 units in the last place for x < 26. */
double jg_math_erfc(double x);

#endif
