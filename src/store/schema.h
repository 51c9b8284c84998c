/* The tables. docs/store.md explains them to those who ask with SQL. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

enum {
    JG_SCHEMA_ID = 0x4a4f4741, /* "JOGA": SQLite's application_id */
    JG_SCHEMA_VERSION = 1,     /* its user_version */
};

/* What leads from each version to the next. */
static const char *const JG_SCHEMA_STEPS[JG_SCHEMA_VERSION] = {
    "CREATE TABLE run (\n"
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "  kind TEXT NOT NULL,\n"
    "  game TEXT NOT NULL,\n"
    "  parameters TEXT NOT NULL,\n"
    "  version TEXT NOT NULL,\n"
    "  begun INTEGER NOT NULL,\n"
    "  ended INTEGER\n"
    ") STRICT;\n"
    "CREATE TABLE agent (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  spec TEXT NOT NULL UNIQUE\n"
    ") STRICT;\n"
    "CREATE TABLE rules (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  spec TEXT NOT NULL UNIQUE\n"
    ") STRICT;\n"
    "CREATE TABLE game (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,\n"
    "  number INTEGER NOT NULL,\n"
    "  rules INTEGER NOT NULL REFERENCES rules,\n"
    "  seat1 INTEGER NOT NULL REFERENCES agent,\n"
    "  seat2 INTEGER NOT NULL REFERENCES agent,\n"
    "  seat3 INTEGER REFERENCES agent,\n"
    "  seat4 INTEGER REFERENCES agent,\n"
    "  seed INTEGER NOT NULL,\n"
    "  start TEXT NOT NULL,\n"
    "  moves TEXT NOT NULL,\n"
    "  plies INTEGER NOT NULL,\n"
    "  opening INTEGER NOT NULL,\n"
    "  resigned INTEGER,\n"
    "  reason TEXT NOT NULL,\n"
    "  score INTEGER NOT NULL,\n"
    "  seconds1 REAL NOT NULL,\n"
    "  seconds2 REAL NOT NULL,\n"
    "  ended INTEGER NOT NULL,\n"
    "  UNIQUE (run, number)\n"
    ") STRICT;\n"
    "CREATE TABLE rating (\n"
    "  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,\n"
    "  place INTEGER NOT NULL,\n"
    "  agent INTEGER NOT NULL REFERENCES agent,\n"
    "  elo REAL,\n"
    "  error REAL,\n"
    "  games INTEGER NOT NULL,\n"
    "  PRIMARY KEY (run, place)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE step (\n"
    "  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,\n"
    "  number INTEGER NOT NULL,\n"
    "  state TEXT NOT NULL,\n"
    "  PRIMARY KEY (run, number)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE VIEW log AS\n"
    "  SELECT game.id, datetime(nullif(game.ended, 0), 'unixepoch') AS date, rules.spec AS game,\n"
    "    a1.spec AS player1, a2.spec AS player2, a3.spec AS player3, a4.spec AS player4,\n"
    "    CASE WHEN score > 0 THEN '1-0' WHEN score < 0 THEN '0-1' ELSE '1/2-1/2' END AS result,\n"
    "    score, plies, opening, resigned, reason, seconds1, seconds2, start, moves, printf('%llu', seed) AS seed,\n"
    "    run.id AS run, run.kind AS kind, game.number AS number\n"
    "  FROM game JOIN run ON run.id = game.run JOIN rules ON rules.id = game.rules\n"
    "    JOIN agent a1 ON a1.id = seat1 JOIN agent a2 ON a2.id = seat2\n"
    "    LEFT JOIN agent a3 ON a3.id = seat3 LEFT JOIN agent a4 ON a4.id = seat4;\n",
};

#endif
