// Written by `npm run queries` from scripts/queries; scripts/queries/queries.test.ts compares.

/** Every query of the store, compiled by Kysely: to load it costs more time than to run most commands. */
export const statements = {
  addAttempt: {
    sqlite: 'insert into "attempts" ("run", "keys") values (?, ?)',
    postgres: 'insert into "attempts" ("run", "keys") values ($1, $2)',
    params: ['run', 'keys'],
  },
  addBlob: {
    sqlite: 'insert into "blobs" ("hash", "bytes") values (?, ?) on conflict do nothing',
    postgres: 'insert into "blobs" ("hash", "bytes") values ($1, $2) on conflict do nothing',
    params: ['hash', 'bytes'],
  },
  addCertificate: {
    sqlite: 'insert into "certificates" ("run", "hash", "content") values (?, ?, ?) on conflict do nothing',
    postgres: 'insert into "certificates" ("run", "hash", "content") values ($1, $2, $3) on conflict do nothing',
    params: ['run', 'hash', 'content'],
  },
  addEffect: {
    sqlite: 'insert into "effects" ("run", "key", "name", "result") values (?, ?, ?, ?)',
    postgres: 'insert into "effects" ("run", "key", "name", "result") values ($1, $2, $3, $4)',
    params: ['run', 'key', 'name', 'result'],
  },
  addEvent: {
    sqlite: 'insert into "events" ("run", "seq", "type", "data") values (?, ?, ?, ?)',
    postgres: 'insert into "events" ("run", "seq", "type", "data") values ($1, $2, $3, $4)',
    params: ['run', 'seq', 'type', 'data'],
  },
  addRun: {
    sqlite:
      'insert into "runs" ("id", "loop", "seed", "config", "status", "started_at") values (?, ?, ?, ?, \'open\', ?)',
    postgres:
      'insert into "runs" ("id", "loop", "seed", "config", "status", "started_at") values ($1, $2, $3, $4, \'open\', $5)',
    params: ['id', 'loop', 'seed', 'config', 'now'],
  },
  addWholeRun: {
    sqlite:
      'insert into "runs" ("id", "loop", "seed", "config", "status", "started_at", "ended_at", "hash", "summary", "steps") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    postgres:
      'insert into "runs" ("id", "loop", "seed", "config", "status", "started_at", "ended_at", "hash", "summary", "steps") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    params: ['id', 'loop', 'seed', 'config', 'status', 'started', 'ended', 'hash', 'summary', 'steps'],
  },
  anyEffect: {
    sqlite: 'select 1 as "one" from "effects" where "run" = ? limit 1',
    postgres: 'select 1 as "one" from "effects" where "run" = $1 limit 1',
    params: ['run'],
  },
  attemptsOf: {
    sqlite: 'select CAST("keys" AS BLOB) as "keys" from "attempts" where "run" = ? order by "id"',
    postgres: 'select "keys" as "keys" from "attempts" where "run" = $1 order by "id"',
    params: ['run'],
  },
  blobsAfter: {
    sqlite:
      'select "bytes", CAST("hash" AS BLOB) as "hash" from "blobs" where "blobs"."hash" > ? order by "blobs"."hash" limit ?',
    postgres:
      'select "bytes", "hash" as "hash" from "blobs" where "blobs"."hash" > $1 order by "blobs"."hash" limit $2',
    params: ['after', 'limit'],
  },
  certificatesOf: {
    sqlite:
      'select CAST("hash" AS BLOB) as "hash", CAST("content" AS BLOB) as "content" from "certificates" where "run" = ? order by "id"',
    postgres: 'select "hash" as "hash", "content" as "content" from "certificates" where "run" = $1 order by "id"',
    params: ['run'],
  },
  clearAttempts: {
    sqlite: 'delete from "attempts" where "run" = ?',
    postgres: 'delete from "attempts" where "run" = $1',
    params: ['run'],
  },
  clearCertificates: {
    sqlite: 'delete from "certificates" where "run" = ?',
    postgres: 'delete from "certificates" where "run" = $1',
    params: ['run'],
  },
  clearEffects: {
    sqlite: 'delete from "effects" where "run" = ?',
    postgres: 'delete from "effects" where "run" = $1',
    params: ['run'],
  },
  clearEvents: {
    sqlite: 'delete from "events" where "run" = ?',
    postgres: 'delete from "events" where "run" = $1',
    params: ['run'],
  },
  clearLocks: {
    sqlite: 'delete from "locks" where "run" = ?',
    postgres: 'delete from "locks" where "run" = $1',
    params: ['run'],
  },
  clearNotes: {
    sqlite: 'delete from "notes" where "run" = ?',
    postgres: 'delete from "notes" where "run" = $1',
    params: ['run'],
  },
  countEvents: {
    sqlite: 'select count(*) as "n" from "events" where "run" = ?',
    postgres: 'select count(*) as "n" from "events" where "run" = $1',
    params: ['run'],
  },
  countSameRuns: {
    sqlite: 'select count(*) as "n" from "runs" where "loop" = ? and "seed" = ? and "config" = ?',
    postgres: 'select count(*) as "n" from "runs" where "loop" = $1 and "seed" = $2 and "config" = $3',
    params: ['loop', 'seed', 'config'],
  },
  deleteBlob: {
    sqlite: 'delete from "blobs" where "hash" = ?',
    postgres: 'delete from "blobs" where "hash" = $1',
    params: ['hash'],
  },
  deleteRun: {
    sqlite: 'delete from "runs" where "id" = ?',
    postgres: 'delete from "runs" where "id" = $1',
    params: ['run'],
  },
  dropLocks: {
    sqlite: 'delete from "locks"',
    postgres: 'delete from "locks"',
    params: [],
  },
  dropNote: {
    sqlite: 'delete from "notes" where "run" = ? and "about" = ?',
    postgres: 'delete from "notes" where "run" = $1 and "about" = $2',
    params: ['run', 'about'],
  },
  effectsAfter: {
    sqlite:
      'select CAST("key" AS BLOB) as "key", CAST("name" AS BLOB) as "name", CAST("result" AS BLOB) as "result" from "effects" where "run" = ? and "effects"."key" > ? order by "effects"."key" limit ?',
    postgres:
      'select "key" as "key", "name" as "name", "result" as "result" from "effects" where "run" = $1 and "effects"."key" > $2 order by "effects"."key" limit $3',
    params: ['run', 'after', 'limit'],
  },
  endRun: {
    sqlite: 'update "runs" set "status" = ?, "hash" = ?, "summary" = ?, "steps" = ?, "ended_at" = ? where "id" = ?',
    postgres:
      'update "runs" set "status" = $1, "hash" = $2, "summary" = $3, "steps" = $4, "ended_at" = $5 where "id" = $6',
    params: ['status', 'hash', 'summary', 'steps', 'now', 'run'],
  },
  eventsFrom: {
    sqlite:
      'select "seq", CAST("type" AS BLOB) as "type", CAST("data" AS BLOB) as "data" from "events" where "run" = ? and "seq" >= ? order by "seq" limit ?',
    postgres:
      'select "seq", "type" as "type", "data" as "data" from "events" where "run" = $1 and "seq" >= $2 order by "seq" limit $3',
    params: ['run', 'from', 'limit'],
  },
  eventsOfTypes: {
    sqlite:
      'select "seq", CAST("type" AS BLOB) as "type", CAST("data" AS BLOB) as "data" from "events" where "run" = ? and "seq" >= ? and "type" in (SELECT value FROM json_each(?)) order by "seq" limit ?',
    postgres:
      'select "seq", "type" as "type", "data" as "data" from "events" where "run" = $1 and "seq" >= $2 and "type" in (SELECT json_array_elements_text($3::json)) order by "seq" limit $4',
    params: ['run', 'from', 'types', 'limit'],
  },
  findBlob: {
    sqlite: 'select 1 as "one" from "blobs" where "hash" = ?',
    postgres: 'select 1 as "one" from "blobs" where "hash" = $1',
    params: ['hash'],
  },
  findRun: {
    sqlite: 'select 1 as "one" from "runs" where "id" = ?',
    postgres: 'select 1 as "one" from "runs" where "id" = $1',
    params: ['id'],
  },
  getBlob: {
    sqlite: 'select "bytes" from "blobs" where "hash" = ?',
    postgres: 'select "bytes" from "blobs" where "hash" = $1',
    params: ['hash'],
  },
  getEffect: {
    sqlite:
      'select CAST("name" AS BLOB) as "name", CAST("result" AS BLOB) as "result" from "effects" where "run" = ? and "key" = ?',
    postgres: 'select "name" as "name", "result" as "result" from "effects" where "run" = $1 and "key" = $2',
    params: ['run', 'key'],
  },
  getLock: {
    sqlite: 'select "token", "place", "pid", "born", "heartbeat" from "locks" where "run" = ?',
    postgres: 'select "token", "place", "pid", "born", "heartbeat" from "locks" where "run" = $1',
    params: ['run'],
  },
  getRun: {
    sqlite:
      'select "seed", "started_at", "ended_at", CAST("id" AS BLOB) as "id", CAST("loop" AS BLOB) as "loop", CAST("config" AS BLOB) as "config", CAST("status" AS BLOB) as "status", CAST("hash" AS BLOB) as "hash", CAST("summary" AS BLOB) as "summary", CAST("steps" AS BLOB) as "steps" from "runs" where "id" = ?',
    postgres:
      'select "seed", "started_at", "ended_at", "id" as "id", "loop" as "loop", "config" as "config", "status" as "status", "hash" as "hash", "summary" as "summary", "steps" as "steps" from "runs" where "id" = $1',
    params: ['id'],
  },
  lastEvent: {
    sqlite: 'select max("seq") as "last" from "events" where "run" = ?',
    postgres: 'select max("seq") as "last" from "events" where "run" = $1',
    params: ['run'],
  },
  latestRuns: {
    sqlite: 'select CAST("id" AS BLOB) as "id" from "runs" order by "rowid" desc limit 3',
    postgres: 'select "id" as "id" from "runs" order by "rowid" desc limit 3',
    params: [],
  },
  listRuns: {
    sqlite:
      'select "seed", "started_at", "ended_at", CAST("id" AS BLOB) as "id", CAST("loop" AS BLOB) as "loop", CAST("config" AS BLOB) as "config", CAST("status" AS BLOB) as "status", CAST("hash" AS BLOB) as "hash", CAST("summary" AS BLOB) as "summary", CAST("steps" AS BLOB) as "steps" from "runs" order by "rowid"',
    postgres:
      'select "seed", "started_at", "ended_at", "id" as "id", "loop" as "loop", "config" as "config", "status" as "status", "hash" as "hash", "summary" as "summary", "steps" as "steps" from "runs" order by "rowid"',
    params: [],
  },
  longestCertificate: {
    sqlite: 'select coalesce(max(length("content")), 0) as "size" from "certificates" where "run" = ?',
    postgres: 'select coalesce(max(length("content")), 0) as "size" from "certificates" where "run" = $1',
    params: ['run'],
  },
  longestEvent: {
    sqlite: 'select coalesce(max(length("data")), 0) as "size" from "events" where "run" = ?',
    postgres: 'select coalesce(max(length("data")), 0) as "size" from "events" where "run" = $1',
    params: ['run'],
  },
  longestHead: {
    sqlite:
      'select coalesce(max(length("config")), 0) as "config", coalesce(max(length("summary")), 0) as "summary" from "runs" where "id" = ?',
    postgres:
      'select coalesce(max(length("config")), 0) as "config", coalesce(max(length("summary")), 0) as "summary" from "runs" where "id" = $1',
    params: ['run'],
  },
  notesOf: {
    sqlite:
      'select CAST("about" AS BLOB) as "about", CAST("content" AS BLOB) as "content" from "notes" where "run" = ? order by "about"',
    postgres: 'select "about" as "about", "content" as "content" from "notes" where "run" = $1 order by "about"',
    params: ['run'],
  },
  notesOfRuns: {
    sqlite:
      'select CAST("run" AS BLOB) as "run", CAST("content" AS BLOB) as "content" from "notes" where "about" = \'\'',
    postgres: 'select "run" as "run", "content" as "content" from "notes" where "about" = \'\'',
    params: [],
  },
  releaseLock: {
    sqlite: 'delete from "locks" where "run" = ? and "token" = ?',
    postgres: 'delete from "locks" where "run" = $1 and "token" = $2',
    params: ['run', 'token'],
  },
  renewLock: {
    sqlite: 'update "locks" set "heartbeat" = ? where "run" = ? and "token" = ?',
    postgres: 'update "locks" set "heartbeat" = $1 where "run" = $2 and "token" = $3',
    params: ['now', 'run', 'token'],
  },
  reopenRun: {
    sqlite:
      'update "runs" set "status" = \'open\', "hash" = null, "summary" = null, "steps" = null, "ended_at" = null where "id" = ?',
    postgres:
      'update "runs" set "status" = \'open\', "hash" = null, "summary" = null, "steps" = null, "ended_at" = null where "id" = $1',
    params: ['id'],
  },
  runIds: {
    sqlite: 'select CAST("id" AS BLOB) as "id" from "runs" order by "rowid"',
    postgres: 'select "id" as "id" from "runs" order by "rowid"',
    params: [],
  },
  setNote: {
    sqlite:
      'insert into "notes" ("run", "about", "content") values (?, ?, ?) on conflict ("run", "about") do update set "content" = "excluded"."content"',
    postgres:
      'insert into "notes" ("run", "about", "content") values ($1, $2, $3) on conflict ("run", "about") do update set "content" = "excluded"."content"',
    params: ['run', 'about', 'content'],
  },
  sizeOfBlob: {
    sqlite: 'select coalesce(max(length("bytes")), 0) as "size" from "blobs" where "hash" = ?',
    postgres: 'select coalesce(max(length("bytes")), 0) as "size" from "blobs" where "hash" = $1',
    params: ['hash'],
  },
  sizeOfCertificates: {
    sqlite: 'select coalesce(sum(length("content")), 0) as "size" from "certificates" where "run" = ?',
    postgres: 'select coalesce(sum(length("content")), 0) as "size" from "certificates" where "run" = $1',
    params: ['run'],
  },
  sizeOfRun: {
    sqlite:
      'select (select coalesce(sum(length("data")), 0) as "size" from "events" where "run" = ?) + (select coalesce(sum(length("content")), 0) as "size" from "certificates" where "run" = ?) + (select coalesce(sum(length("bytes")), 0) as "size" from "blobs" where "hash" in (select "result" from "effects" where "run" = ?)) as "size"',
    postgres:
      'select (select coalesce(sum(length("data")), 0) as "size" from "events" where "run" = $1) + (select coalesce(sum(length("content")), 0) as "size" from "certificates" where "run" = $2) + (select coalesce(sum(length("bytes")), 0) as "size" from "blobs" where "hash" in (select "result" from "effects" where "run" = $3)) as "size"',
    params: ['run', 'run', 'run'],
  },
  takeLock: {
    sqlite:
      'insert into "locks" ("run", "token", "place", "pid", "born", "heartbeat") values (?, ?, ?, ?, ?, ?) on conflict ("run") do update set "token" = "excluded"."token", "place" = "excluded"."place", "pid" = "excluded"."pid", "born" = "excluded"."born", "heartbeat" = "excluded"."heartbeat"',
    postgres:
      'insert into "locks" ("run", "token", "place", "pid", "born", "heartbeat") values ($1, $2, $3, $4, $5, $6) on conflict ("run") do update set "token" = "excluded"."token", "place" = "excluded"."place", "pid" = "excluded"."pid", "born" = "excluded"."born", "heartbeat" = "excluded"."heartbeat"',
    params: ['run', 'token', 'place', 'pid', 'born', 'now'],
  },
  textOfConfig: {
    sqlite: 'select CAST("config" AS BLOB) as "text" from "runs" where "id" = ?',
    postgres: 'select "config" as "text" from "runs" where "id" = $1',
    params: ['run'],
  },
  textOfSummary: {
    sqlite: 'select CAST("summary" AS BLOB) as "text" from "runs" where "id" = ? and "summary" is not null',
    postgres: 'select "summary" as "text" from "runs" where "id" = $1 and "summary" is not null',
    params: ['run'],
  },
  textsOfCertificates: {
    sqlite: 'select CAST("content" AS BLOB) as "text" from "certificates" where "run" = ?',
    postgres: 'select "content" as "text" from "certificates" where "run" = $1',
    params: ['run'],
  },
  textsOfEffects: {
    sqlite: 'select CAST("result" AS BLOB) as "text" from "effects" where "run" = ?',
    postgres: 'select "result" as "text" from "effects" where "run" = $1',
    params: ['run'],
  },
  textsOfEvents: {
    sqlite: 'select CAST("data" AS BLOB) as "text" from "events" where "run" = ?',
    postgres: 'select "data" as "text" from "events" where "run" = $1',
    params: ['run'],
  },
} as const;
