-- Version 2: a game stands once, in whichever arenas it was played (one row of entries for each), settings have versions of rules and
-- program, agents are told apart by what is in their files, and luck stands as it was measured.

DROP VIEW results;
ALTER TABLE seats RENAME TO seats_1;
ALTER TABLE games RENAME TO games_1;
ALTER TABLE matches RENAME TO matches_1;
ALTER TABLE agents RENAME TO agents_1;

CREATE TABLE agents (
  id INTEGER PRIMARY KEY,
  spec TEXT NOT NULL,
  identity TEXT NOT NULL UNIQUE
);

CREATE TABLE settings (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  scenario TEXT NOT NULL,
  preset TEXT NOT NULL,
  options TEXT NOT NULL,
  figures TEXT NOT NULL,
  setup TEXT NOT NULL,
  rules INTEGER NOT NULL,
  program TEXT NOT NULL,
  seats TEXT NOT NULL,
  thinking TEXT NOT NULL,
  UNIQUE (setup, rules, program, thinking)
);

CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  setting INTEGER NOT NULL REFERENCES settings,
  agents TEXT NOT NULL,
  luck TEXT,
  sprt TEXT,
  seed TEXT NOT NULL,
  plan TEXT NOT NULL,
  added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (setting, plan, agents)
);

CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  setting INTEGER NOT NULL REFERENCES settings,
  dice TEXT NOT NULL,
  seating INTEGER NOT NULL CHECK (seating IN (0, 1)),
  a INTEGER NOT NULL REFERENCES agents,
  b INTEGER NOT NULL REFERENCES agents,
  score REAL NOT NULL,
  luck REAL,
  valued TEXT,
  length INTEGER NOT NULL,
  course TEXT,
  stopped INTEGER NOT NULL CHECK (stopped IN (0, 1)),
  replay TEXT
);

-- Who sits in the even seats and who in the odd ones; an agent against itself has two games with the same dice.
CREATE UNIQUE INDEX a_game_stands_once ON games (
  setting, dice,
  CASE seating WHEN 0 THEN a ELSE b END,
  CASE seating WHEN 0 THEN b ELSE a END,
  CASE WHEN a = b THEN seating ELSE 0 END
);

CREATE TABLE entries (
  match INTEGER NOT NULL REFERENCES matches,
  meeting INTEGER NOT NULL,
  pair INTEGER NOT NULL,
  seating INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES games,
  PRIMARY KEY (match, meeting, pair, seating)
) WITHOUT ROWID;

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

-- Version 1 knew neither the rules' version (0: unknown) nor what was in files.
INSERT INTO agents
SELECT id, spec, CASE
  WHEN spec GLOB '*weights=*' OR spec GLOB '*doctrine=*' OR spec GLOB 'trained*' OR spec GLOB 'policy*'
  THEN spec || ':files=unknown' ELSE spec END
FROM agents_1;

INSERT INTO settings
SELECT min(id), game, scenario, preset, options, coalesce(json_extract(plan, '$.figures'), '{}'), setup, 0, program, seats, thinking
FROM matches_1 GROUP BY setup, program, thinking;

INSERT INTO matches
SELECT old.id, settings.id, '[]', old.luck, json_extract(old.plan, '$.sprt'), old.seed, old.plan, old.added
FROM matches_1 AS old
JOIN settings ON settings.setup = old.setup AND settings.program = old.program AND settings.thinking = old.thinking;

-- Of the same game the one whose luck was measured is kept, of several the one that no test may have stopped, and of several the first.
INSERT OR IGNORE INTO games
SELECT old.id, matches.setting, old.dice, old.seating, old.a, old.b, old.score, old.score - old.adjusted,
  CASE WHEN old.adjusted IS NOT NULL THEN matches.luck END, old.length, NULL, matches.sprt IS NOT NULL, old.replay
FROM games_1 AS old JOIN matches ON matches.id = old.match
ORDER BY old.adjusted IS NULL, matches.sprt IS NOT NULL, old.id;

INSERT INTO entries
SELECT old.match, old.meeting, old.pair, old.seating, games.id
FROM games_1 AS old
JOIN matches ON matches.id = old.match
JOIN games ON games.setting = matches.setting AND games.dice = old.dice AND (
  (games.a = old.a AND games.b = old.b AND games.seating = old.seating)
  OR (old.a <> old.b AND games.a = old.b AND games.b = old.a AND games.seating = 1 - old.seating)
);

-- What is known of it from another arena is not lost: that no test can have stopped it, and its replay.
CREATE INDEX entries_by_game ON entries (game);
UPDATE games SET
  stopped = NOT EXISTS (
    SELECT 1 FROM entries JOIN matches ON matches.id = entries.match
    WHERE entries.game = games.id AND matches.sprt IS NULL
  ),
  replay = coalesce(replay, (
    SELECT old.replay FROM entries
    JOIN games_1 AS old ON old.match = entries.match AND old.meeting = entries.meeting
      AND old.pair = entries.pair AND old.seating = entries.seating
    WHERE entries.game = games.id AND old.replay IS NOT NULL LIMIT 1
  ));
DROP INDEX entries_by_game;

INSERT INTO seats SELECT * FROM seats_1 WHERE game IN (SELECT id FROM games);

DROP TABLE seats_1;
DROP TABLE games_1;
DROP TABLE matches_1;
DROP TABLE agents_1;

-- Agents by their specification, or by their identity where several have the same.
CREATE VIEW players AS
SELECT id, CASE WHEN (SELECT count(*) FROM agents AS other WHERE other.spec = agents.spec) > 1
  THEN identity ELSE spec END AS name
FROM agents;

-- SQLite 3.37 and later can read it: no ORDER BY inside an aggregate.
CREATE VIEW results AS
SELECT
  games.id AS id, settings.game AS game, settings.scenario AS scenario, settings.preset AS preset,
  settings.options AS options, settings.thinking AS thinking, settings.rules AS rules, settings.program AS program,
  games.setting AS setting, games.dice AS dice, games.seating AS seating, a.name AS a, b.name AS b, games.score AS score,
  games.luck AS luck, games.length AS length,
  (SELECT json_group_array("return") FROM (SELECT "return" FROM seats WHERE seats.game = games.id ORDER BY seat)) AS returns,
  (SELECT sum(decisions) FROM seats WHERE seats.game = games.id AND player = 'a') AS a_decisions,
  (SELECT sum(decisions) FROM seats WHERE seats.game = games.id AND player = 'b') AS b_decisions,
  (SELECT sum(cpu_s) FROM seats WHERE seats.game = games.id AND player = 'a') AS a_cpu_s,
  (SELECT sum(cpu_s) FROM seats WHERE seats.game = games.id AND player = 'b') AS b_cpu_s,
  games.course AS course, games.stopped AS stopped, games.replay AS replay
FROM games
JOIN settings ON settings.id = games.setting
JOIN players AS a ON a.id = games.a
JOIN players AS b ON b.id = games.b;
