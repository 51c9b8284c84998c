/* Arguments are reduced by tables and exact identities until a short Taylor series suffices; leading terms are sums of two
 * doubles (T. J. Dekker, "A floating-point technique for extending the available precision", 1971; P. T. P. Tang,
 * "Table-driven implementation of the exponential function in IEEE floating-point arithmetic", 1989). */
#include "core/math.h"

#include "core/math_tables.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { STEPS = 128, HALVED = 53 }; /* of the tables: see tools/math_tables.py */

static const double ROUNDER = 0x1.8p52; /* added and subtracted: rounds to an integer */

/* Constants as sums: the first part has few bits, so that its products with small integers are exact. */
static const double STEP_HIGH = 0x1.62e42fef8p-8, STEP_LOW = 0x1.1cf79abc9e3b4p-43; /* log(2) / 128 */
static const double LN2_HIGH = 0x1.62e42fefa3800p-1, LN2_LOW = 0x1.ef35793c76730p-45;
static const double PER_LN10_HIGH = 0x1.bcb7b1526e50ep-2, PER_LN10_LOW = 0x1.95355baaafad3p-57; /* 1 / log(10) */
static const double QUARTER_HIGH = 0x1.921fb544p0, QUARTER_MIDDLE = 0x1.0b4611a6p-34, QUARTER_LOW = 0x1.3198a2e037073p-69;
static const double PI = 0x1.921fb54442d18p1;

/* ---- Sums of two doubles ------------------------------------------------------------------------------- */

struct pair {
    double high, low;
};

/* a + b exactly (Knuth). */
static struct pair sum(double a, double b) {
    double s = a + b, part = s - a;
    return (struct pair){s, (a - (s - part)) + (b - part)};
}

/* The same for |a| >= |b| or a = 0 (Dekker). */
static struct pair sum_ordered(double a, double b) {
    double s = a + b;
    return (struct pair){s, b - (s - a)};
}

/* The first 26 bits of a number (Veltkamp). */
static double half_of(double a) {
    double c = 0x8000001p0 * a;
    return c - (c - a);
}

/* a * b exactly (Dekker), for numbers below 2^970. */
static struct pair product(double a, double b) {
    double p = a * b, ah = half_of(a), al = a - ah, bh = half_of(b), bl = b - bh;
    return (struct pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/* ---- Exponential function ------------------------------------------------------------------------------- */

/* exp(x + low) = (high + low) * 2^power: x is a multiple of log(2) / 128 and a rest, whose series has six terms. */
static struct pair exponential(double x, double low, int *power) {
    double n = (x * (1 / (STEP_HIGH + STEP_LOW)) + ROUNDER) - ROUNDER;
    int k = (int)n, j = k & (STEPS - 1);
    struct pair r = sum(x - n * STEP_HIGH, low - n * STEP_LOW);
    double h = r.high;
    double rest = r.low + h * h * (1. / 2 + h * (1. / 6 + h * (1. / 24 + h * (1. / 120 + h * (1. / 720)))));
    *power = (k - j) / STEPS;
    return sum_ordered(POWERS[j][0], POWERS[j][1] + POWERS[j][0] * (h + rest));
}

static double exp_of(double x, double low) {
    int power;
    if (isnan(x)) return x;
    if (x > 709.79) return HUGE_VAL;
    if (x < -745.2) return 0;
    double high = exponential(x, low, &power).high;
    if (power < -1021 || power > 1023) return ldexp(high, power);
    uint64_t bits = (uint64_t)(power + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return high * scale;
}

double jg_math_exp(double x) { return exp_of(x, 0); }

/* The rounding to a float hides that of doubles. */
float jg_math_expf(float x) { return (float)exp_of((double)x, 0); }

/* ---- Logarithms ------------------------------------------------------------------------------------------ */

/* log(x) for positive finite x: x = m * 2^e, a factor f of few bits makes m close to 1, and so
 * log(x) = e log(2) - log(f) + log(1 + r), where r = m f - 1 is exact as a pair. */
static struct pair logarithm(double x) {
    uint64_t bits, mantissa;
    double e = 0, m, high;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e = -54;
    }
    memcpy(&bits, &x, sizeof bits);
    int i = (int)(bits >> 45 & (STEPS - 1)), half = i >= HALVED;
    e += (double)(int)(bits >> 52) - 1023 + half;
    mantissa = (bits & 0xfffffffffffff) | (uint64_t)(1023 - half) << 52;
    memcpy(&m, &mantissa, sizeof m);
    mantissa &= ~(uint64_t)0x1fffff; /* 32 bits are left, whose product with f is exact */
    memcpy(&high, &mantissa, sizeof high);
    double f = LOGARITHMS[i][0];
    struct pair r = sum(high * f - 1, (m - high) * f), square = product(r.high, r.high);
    double h = r.high;
    double rest = h * h * h * (1. / 3 - h * (1. / 4 - h * (1. / 5 - h * (1. / 6 - h * (1. / 7 - h * (1. / 8 - h / 9))))));
    struct pair a = sum(e * LN2_HIGH, LOGARITHMS[i][1]), b = sum(a.high, r.high), c = sum(b.high, -square.high / 2);
    double low = a.low + b.low + c.low + r.low - (square.low / 2 + h * r.low) + e * LN2_LOW + LOGARITHMS[i][2];
    return sum_ordered(c.high, low + rest);
}

/* Whether x has a logarithm that is a number; otherwise *out is that of <math.h>. */
static bool has_logarithm(double x, double *out) {
    *out = isnan(x) || x < 0 ? NAN : x == 0 ? -HUGE_VAL : x;
    return x > 0 && x < HUGE_VAL;
}

double jg_math_log(double x) {
    double out;
    return has_logarithm(x, &out) ? logarithm(x).high : out;
}

double jg_math_log1p(double x) {
    struct pair u = sum(1, x);
    double out;
    if (fabs(x) < 0x1p-54) return x;
    if (!has_logarithm(u.high, &out)) return out;
    struct pair l = logarithm(u.high);
    return l.high + (l.low + u.low / u.high);
}

double jg_math_log10(double x) {
    double out;
    if (!has_logarithm(x, &out)) return out;
    struct pair l = logarithm(x), p = product(l.high, PER_LN10_HIGH);
    return p.high + (p.low + l.high * PER_LN10_LOW + l.low * PER_LN10_HIGH);
}

double jg_math_pow(double x, double y) {
    double out;
    if (y == 0 || x == 1) return 1;
    if (!has_logarithm(x, &out)) return isnan(out) || isnan(y) ? NAN : (x == 0) == (y < 0) ? HUGE_VAL : 0;
    struct pair l = logarithm(x);
    if (!(fabs(l.high * y) < 1000)) return isnan(y) ? y : l.high * y > 0 ? HUGE_VAL : 0;
    struct pair p = product(l.high, y);
    return exp_of(p.high, p.low + l.low * y);
}

/* ---- Hyperbolic tangent ----------------------------------------------------------------------------------- */

/* Close to 0 the Pade approximant [7/6] (Lambert's continued fraction), otherwise 1 - 2 / (exp(2 x) + 1). */
double jg_math_tanh(double x) {
    double z = fabs(x), s = x * x;
    int power;
    if (!(z >= 0.35))
        return x - x * (s * (45045 + s * (2772 + 27 * s)) / (135135 + s * (62370 + s * (3150 + 28 * s))));
    if (z > 22) return x > 0 ? 1 : -1;
    struct pair e = exponential(2 * z, 0, &power);
    struct pair d = sum(ldexp(e.high, power), 1);
    d.low += ldexp(e.low, power);
    double q = 2 / d.high;
    struct pair p = product(q, d.high), t = sum(1, -q);
    double out = t.high + (t.low - ((2 - p.high) - p.low - q * d.low) / d.high);
    return x > 0 ? out : -out;
}

double jg_math_atanh(double x) {
    double z = fabs(x), out = jg_math_log1p(2 * z / (1 - z)) / 2;
    return x < 0 ? -out : out;
}

/* ---- Circle ----------------------------------------------------------------------------------------------- */

/* Taylor series for |x| <= pi / 4. */
static double sine(struct pair x) {
    double s = x.high * x.high, rest = 0;
    for (int i = 16; i > 0; i -= 2) rest = s / (i * (i + 1)) * (1 - rest);
    return x.high + (x.low - x.high * rest);
}

static double cosine(struct pair x) {
    struct pair s = product(x.high, x.high), out = sum(1, -s.high / 2);
    double rest = 0;
    for (int i = 17; i > 2; i -= 2) rest = s.high / (i * (i + 1)) * (1 - rest);
    return out.high + (out.low - s.low / 2 - x.high * x.low + s.high / 2 * rest);
}

/* The cosine of x - quarters * pi / 2. */
static double turn(double x, int quarters) {
    double n = (x * (2 / PI) + ROUNDER) - ROUNDER;
    if (!(fabs(x) < 1e5)) return NAN;
    struct pair rest = sum(x - n * QUARTER_HIGH, -n * QUARTER_MIDDLE);
    rest.low -= n * QUARTER_LOW;
    int quarter = ((int)n - quarters) & 3;
    double value = quarter & 1 ? sine(sum(rest.high, rest.low)) : cosine(sum(rest.high, rest.low));
    return quarter == 1 || quarter == 2 ? -value : value;
}

double jg_math_cos(double x) { return turn(x, 0); }

double jg_math_sin(double x) { return turn(x, 1); }

double jg_math_hypot(double x, double y) { return sqrt(x * x + y * y); }

/* ---- Error function ---------------------------------------------------------------------------------------- */

/* The midpoint rule with step 1/2 for the integral x / pi * exp(-x^2) * exp(-t^2) / (t^2 + x^2), whose poles add
 * 2 / (1 + exp(4 pi x)) if they are nearer than 2 pi; the error is of the order exp(-4 pi^2) (F. Matta, A. Reichel, "Uniform computation of the error
 * function and other related functions", 1971). */
double jg_math_erfc(double x) {
    static const double WEIGHTS[] = {/* exp(-t^2) for t = 1/4, 3/4, 5/4 ... */
                                     0x1.e0fabfbc702a4p-1,  0x1.23ba930c1568bp-1,  0x1.ad48bc25771c7p-3,
                                     0x1.7f251ab1af77bp-5,  0x1.9ed300c108a17p-8,  0x1.1068222437d65p-11,
                                     0x1.b1fea4fbb871ap-16, 0x1.a3604afdb0929p-21, 0x1.eb97d4afc3bd3p-27,
                                     0x1.5d82c26ce1c09p-33, 0x1.2d7026e60ab5ep-40, 0x1.3b5e5c86b9440p-48,
                                     0x1.903daec8f0fb0p-57};
    double all = 0;
    if (isnan(x)) return x;
    if (x < 0) return 2 - jg_math_erfc(-x);
    if (x > 27.3) return 0;
    struct pair s = product(x, x);
    for (int i = (int)(sizeof WEIGHTS / sizeof *WEIGHTS) - 1; i >= 0; i--) {
        double t = 0.5 * i + 0.25;
        all += WEIGHTS[i] / (s.high + t * t);
    }
    return exp_of(-s.high, -s.low) * (x / PI) * all + (x < 2 * PI ? 2 / (1 + jg_math_exp(4 * PI * x)) : 0);
}
