-- Version 1 of the lab. Later versions begin with it; docs/evaluation.md explains the newest.

CREATE TABLE agents (
  id INTEGER PRIMARY KEY,
  spec TEXT NOT NULL UNIQUE
);

CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  scenario TEXT NOT NULL,
  preset TEXT NOT NULL,
  options TEXT NOT NULL,
  setup TEXT NOT NULL,
  seats TEXT NOT NULL,
  thinking TEXT NOT NULL,
  luck TEXT,
  seed TEXT NOT NULL,
  plan TEXT NOT NULL,
  program TEXT NOT NULL,
  added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (plan, setup)
);

CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches,
  meeting INTEGER NOT NULL,
  pair INTEGER NOT NULL,
  seating INTEGER NOT NULL,
  dice TEXT NOT NULL,
  a INTEGER NOT NULL REFERENCES agents,
  b INTEGER NOT NULL REFERENCES agents,
  score REAL NOT NULL,
  adjusted REAL,
  length INTEGER NOT NULL,
  replay TEXT,
  UNIQUE (match, meeting, pair, seating)
);

CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL,
  player TEXT NOT NULL CHECK (player IN ('a', 'b')),
  "return" REAL NOT NULL,
  decisions INTEGER NOT NULL,
  cpu_s REAL NOT NULL,
  luck REAL,
  PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE VIEW results AS
SELECT
  games.id AS id, matches.game AS game, matches.scenario AS scenario, matches.preset AS preset,
  matches.options AS options, matches.thinking AS thinking, matches.id AS match, games.meeting AS meeting, games.pair AS pair,
  games.seating AS seating, games.dice AS dice, a.spec AS a, b.spec AS b, games.score AS score,
  games.adjusted AS adjusted, games.length AS length,
  (SELECT json_group_array("return" ORDER BY seat) FROM seats WHERE seats.game = games.id) AS returns,
  (SELECT sum(decisions) FROM seats WHERE seats.game = games.id AND player = 'a') AS a_decisions,
  (SELECT sum(decisions) FROM seats WHERE seats.game = games.id AND player = 'b') AS b_decisions,
  (SELECT sum(cpu_s) FROM seats WHERE seats.game = games.id AND player = 'a') AS a_cpu_s,
  (SELECT sum(cpu_s) FROM seats WHERE seats.game = games.id AND player = 'b') AS b_cpu_s,
  games.replay AS replay
FROM games
JOIN matches ON matches.id = games.match
JOIN agents AS a ON a.id = games.a
JOIN agents AS b ON b.id = games.b;
