/* Signed cookies, and the addresses of connections. */
#include "test.h"

#include "web/address.h"
#include "web/session.h"

#include <arpa/inet.h>

static const char *digits(const unsigned char digest[JG_SHA256], char out[2 * JG_SHA256 + 1]) {
    for (int i = 0; i < JG_SHA256; i++) snprintf(out + 2 * i, 3, "%02x", digest[i]);
    return out;
}

/* The test cases of RFC 4231: 1, 2, 3, 6 and 7. */
static void test_hmac(void **unused) {
    unsigned char bytes[131], data[50], digest[JG_SHA256];
    char text[2 * JG_SHA256 + 1];
    (void)unused;
    memset(bytes, 0x0b, 20);
    jg_hmac_sha256(bytes, 20, "Hi There", 8, digest);
    assert_string_equal(digits(digest, text), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    jg_hmac_sha256("Jefe", 4, "what do ya want for nothing?", 28, digest);
    assert_string_equal(digits(digest, text), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(bytes, 0xaa, sizeof bytes);
    memset(data, 0xdd, sizeof data);
    jg_hmac_sha256(bytes, 20, data, sizeof data, digest);
    assert_string_equal(digits(digest, text), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    const char *six = "Test Using Larger Than Block-Size Key - Hash Key First";
    jg_hmac_sha256(bytes, sizeof bytes, six, strlen(six), digest);
    assert_string_equal(digits(digest, text), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    const char *seven = "This is a test using a larger than block-size key and a larger than block-size data. The key "
                        "needs to be hashed before being used by the HMAC algorithm.";
    jg_hmac_sha256(bytes, sizeof bytes, seven, strlen(seven), digest);
    assert_string_equal(digits(digest, text), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

/* Messages of every length around the blocks of 64 bytes, each keyed by the digest before it, and a million letters. The
 * digests are those of Python's hmac module. */
static void test_lengths(void **unused) {
    enum { LETTERS = 1000000 };
    unsigned char digest[JG_SHA256];
    char text[2 * JG_SHA256 + 1], *message = malloc(LETTERS);
    (void)unused;
    memset(message, 'a', LETTERS);
    jg_hmac_sha256("", 0, message, 0, digest);
    for (size_t n = 1; n <= 200; n++) {
        unsigned char key[JG_SHA256];
        memcpy(key, digest, sizeof key);
        jg_hmac_sha256(key, sizeof key, message, n, digest);
    }
    assert_string_equal(digits(digest, text), "fff868c4e4092884412c19361dca63675774579bf71c350366f6b423622c0892");
    jg_hmac_sha256("", 0, message, LETTERS, digest);
    assert_string_equal(digits(digest, text), "cc9b6be49d1512557cef495770bb61e46fce6e83af89d385a038c8c050f4609d");
    free(message);
}

static const unsigned char SECRET[JG_SHA256] = "a secret of thirty-two bytes....", OTHER[JG_SHA256] = "another";

static bool is_read(const char *header, struct jg_session *out) {
    return jg_session_read(out, header, strlen(header), SECRET);
}

static void test_sessions(void **unused) {
    struct jg_session a = {.epoch = 3, .expires = 1810000000}, b, got;
    char cookie[JG_SESSION_COOKIE], header[4 * JG_SESSION_COOKIE];
    (void)unused;
    assert_true(jg_session_new_player(a.player) && jg_session_new_player(b.player));
    assert_int_equal(strlen(a.player), 32);
    assert_string_not_equal(a.player, b.player);
    jg_session_sign(cookie, &a, SECRET);
    assert_int_equal(strlen(cookie), JG_SESSION_COOKIE - 1);
    static const char *const AROUND[] = {"jogada=%s",
                                         "x=1; jogada=%s",
                                         "jogada=%s; x=1",
                                         " ;; jogada=%s ;",
                                         "jogada=; jogada=nobody.0; jogada=%s",
                                         "xjogada=1;jogada=%s"};
    for (size_t i = 0; i < sizeof AROUND / sizeof *AROUND; i++) {
        snprintf(header, sizeof header, AROUND[i], cookie);
        assert_true(is_read(header, &got));
        assert_string_equal(got.player, a.player);
        assert_int_equal(got.epoch, 3);
        assert_int_equal(got.expires, 1810000000);
    }
    static const char *const NOT[] = {"",           "jogada",    "jogada=",       "xjogada=%s", "jogada=%s0",
                                      "jogada =%s", "Jogada=%s", "jogada=\"%s\"", "jogada=.",   "x=jogada=%s"};
    for (size_t i = 0; i < sizeof NOT / sizeof *NOT; i++) {
        snprintf(header, sizeof header, NOT[i], cookie);
        if (is_read(header, &got)) fail_msg("%s is taken", header);
        assert_string_equal(got.player, "");
    }
}

/* Cookies of version 0.1, "ID.SIGNATURE", have neither a number nor a date. */
static void test_old_cookies(void **unused) {
    static const char ID[] = "0123456789abcdef0123456789abcdef";
    unsigned char digest[JG_SHA256];
    char text[2 * JG_SHA256 + 1], header[200];
    struct jg_session got;
    (void)unused;
    jg_hmac_sha256(SECRET, JG_SHA256, ID, strlen(ID), digest);
    snprintf(header, sizeof header, "jogada=%s.%s", ID, digits(digest, text));
    assert_true(is_read(header, &got));
    assert_string_equal(got.player, ID);
    assert_int_equal(got.epoch, 0);
    assert_int_equal(got.expires, 0);
    header[20] ^= 1;
    assert_false(is_read(header, &got));
}

/* A change of any digit is seen, and so is the signature of another's secret. */
static void test_forgeries(void **unused) {
    struct jg_session a = {.expires = 1810000000}, got;
    char cookie[JG_SESSION_COOKIE], header[JG_SESSION_COOKIE + 10];
    (void)unused;
    assert_true(jg_session_new_player(a.player));
    jg_session_sign(cookie, &a, SECRET);
    snprintf(header, sizeof header, "jogada=%s", cookie);
    assert_true(is_read(header, &got));
    for (size_t i = 7; header[i]; i++) {
        char right = header[i];
        for (const char *other = "0aA.\x01"; *other; other++) {
            header[i] = *other;
            if (*other != right && is_read(header, &got)) fail_msg("%s is taken", header);
        }
        header[i] = right;
        assert_false(jg_session_read(&got, header, i, SECRET));
    }
    jg_session_sign(cookie, &a, OTHER);
    snprintf(header, sizeof header, "jogada=%s", cookie);
    assert_false(is_read(header, &got));
}

static void key_of(char out[JG_ADDRESS], const char *text) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        jg_address_key(out, (struct sockaddr *)&four);
    else {
        assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
        jg_address_key(out, (struct sockaddr *)&six);
    }
}

/* One subscriber has one key: an IPv4 address, or a /64 of IPv6. */
static void test_addresses(void **unused) {
    static const char *const KEYS[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
        {"2001:db8:1:2::", "2001:db8:1:2::/64"},
        {"2001:db8:1:3::", "2001:db8:1:3::/64"},
        {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff::/64"},
        {"::1", "::1"},
        {"fe80::1", "fe80::/64"},
    };
    char key[JG_ADDRESS];
    (void)unused;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        key_of(key, KEYS[i][0]);
        assert_string_equal(key, KEYS[i][1]);
        assert_true(jg_address_forwarded(key, KEYS[i][0], strlen(KEYS[i][0])));
        assert_string_equal(key, KEYS[i][1]);
    }
    struct sockaddr local = {.sa_family = AF_UNIX};
    jg_address_key(key, &local);
    assert_string_equal(key, "");
}

/* Only the last address counts: the visitor writes the ones before it. */
static void test_forwarded(void **unused) {
    static const char *const READ[][2] = {
        {"10.0.0.1, 192.0.2.7", "192.0.2.7"},
        {"evil,,192.0.2.7", "192.0.2.7"},
        {"192.0.2.7:4711", "192.0.2.7"},
        {"[2001:db8::1]:443", "2001:db8::/64"},
        {"10.0.0.1,  2001:db8::1 ", "2001:db8::/64"},
        {" [2001:db8::1]", "2001:db8::/64"},
    };
    static const char *const NONE[] = {"",
                                       ",",
                                       "192.0.2.7,",
                                       "unknown",
                                       "192.0.2.7, _hidden",
                                       "[",
                                       "[]",
                                       ":",
                                       "1.2.3",
                                       "::ffff:192.0.2.7:1:2:3:4:5:6",
                                       "192.0.2.777",
                                       "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000"};
    char key[JG_ADDRESS];
    (void)unused;
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        assert_true(jg_address_forwarded(key, READ[i][0], strlen(READ[i][0])));
        assert_string_equal(key, READ[i][1]);
    }
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        if (jg_address_forwarded(key, NONE[i], strlen(NONE[i]))) fail_msg("'%s' is taken for %s", NONE[i], key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),     cmocka_unit_test(test_hmac),      cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_old_cookies), cmocka_unit_test(test_forgeries), cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_forwarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
