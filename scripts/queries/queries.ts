import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder, QueryParts } from './compile-queries.ts';
import type { Tables } from './tables.ts';

const runColumns = ['id', 'loop', 'config', 'status', 'hash', 'summary', 'steps'] as const;

const selectRuns = ({ db, texts }: QueryParts) =>
  db.selectFrom('runs').select(['seed', 'started_at', 'ended_at', ...texts(...runColumns)]);

/** Everything that a table holds of one run. */
const clear =
  (table: 'events' | 'effects' | 'certificates' | 'attempts' | 'locks' | 'notes'): QueryBuilder =>
  ({ db, text }) =>
    db.deleteFrom(table).where('run', '=', text('run'));

const one = sql.lit(1).as('one');
const nothing = sql.lit(null);

const length = (column: string): RawBuilder<number> =>
  sql<number>`coalesce(sum(length(${sql.ref(column)})), ${sql.lit(0)})`;

const longest = (column: string): RawBuilder<number> =>
  sql<number>`coalesce(max(length(${sql.ref(column)})), ${sql.lit(0)})`;

const sizes = (eb: ExpressionBuilder<Tables, never>, run: () => string) => [
  eb.selectFrom('events').select(length('data').as('size')).where('run', '=', run()),
  eb.selectFrom('certificates').select(length('content').as('size')).where('run', '=', run()),
  eb
    .selectFrom('blobs')
    .select(length('bytes').as('size'))
    .where('hash', 'in', eb.selectFrom('effects').select('result').where('run', '=', run())),
];

const runQueries = {
  addRun: ({ db, text, number }) =>
    db.insertInto('runs').values({
      id: text('id'),
      loop: text('loop'),
      seed: number('seed'),
      config: text('config'),
      status: sql.lit('open'),
      started_at: number('now'),
    }),
  /** A run as another store has it. */
  addWholeRun: ({ db, text, number }) =>
    db.insertInto('runs').values({
      id: text('id'),
      loop: text('loop'),
      seed: number('seed'),
      config: text('config'),
      status: text('status'),
      started_at: number('started'),
      ended_at: number('ended'),
      hash: text('hash'),
      summary: text('summary'),
      steps: text('steps'),
    }),
  countSameRuns: ({ db, text, number }) =>
    db
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('loop', '=', text('loop'))
      .where('seed', '=', number('seed'))
      .where('config', '=', text('config')),
  findRun: ({ db, text }) => db.selectFrom('runs').select(one).where('id', '=', text('id')),
  listRuns: (parts) => selectRuns(parts).orderBy('rowid'),
  getRun: (parts) => selectRuns(parts).where('id', '=', parts.text('id')),
  latestRuns: ({ db, texts }) => db.selectFrom('runs').select(texts('id')).orderBy('rowid', 'desc').limit(sql.lit(3)),
  runIds: ({ db, texts }) => db.selectFrom('runs').select(texts('id')).orderBy('rowid'),
  reopenRun: ({ db, text }) =>
    db
      .updateTable('runs')
      .set({ status: sql.lit('open'), hash: nothing, summary: nothing, steps: nothing, ended_at: nothing })
      .where('id', '=', text('id')),
  endRun: ({ db, text, number }) =>
    db
      .updateTable('runs')
      .set({
        status: text('status'),
        hash: text('hash'),
        summary: text('summary'),
        steps: text('steps'),
        ended_at: number('now'),
      })
      .where('id', '=', text('run')),
  deleteRun: ({ db, text }) => db.deleteFrom('runs').where('id', '=', text('run')),
  sizeOfRun: ({ db, text }) =>
    db.selectNoFrom((eb) =>
      sql<number>`${sql.join(
        sizes(eb, () => text('run')),
        sql` + `,
      )}`.as('size'),
    ),
} satisfies Record<string, QueryBuilder>;

const recordQueries = {
  addEvent: ({ db, text, number }) =>
    db.insertInto('events').values({ run: text('run'), seq: number('seq'), type: text('type'), data: text('data') }),
  countEvents: ({ db, text }) =>
    db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('run', '=', text('run')),
  lastEvent: ({ db, text }) =>
    db
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('last'))
      .where('run', '=', text('run')),
  eventsFrom: ({ db, text, number, texts }) =>
    db
      .selectFrom('events')
      .select(['seq', ...texts('type', 'data')])
      .where('run', '=', text('run'))
      .where('seq', '>=', number('from'))
      .orderBy('seq')
      .limit(number('limit')),
  eventsOfTypes: ({ db, text, number, texts, listed }) =>
    db
      .selectFrom('events')
      .select(['seq', ...texts('type', 'data')])
      .where('run', '=', text('run'))
      .where('seq', '>=', number('from'))
      .where('type', 'in', listed('types'))
      .orderBy('seq')
      .limit(number('limit')),
  addEffect: ({ db, text }) =>
    db.insertInto('effects').values({ run: text('run'), key: text('key'), name: text('name'), result: text('result') }),
  getEffect: ({ db, text, texts }) =>
    db
      .selectFrom('effects')
      .select(texts('name', 'result'))
      .where('run', '=', text('run'))
      .where('key', '=', text('key')),
  anyEffect: ({ db, text }) => db.selectFrom('effects').select(one).where('run', '=', text('run')).limit(sql.lit(1)),
  effectsAfter: ({ db, text, number, texts }) =>
    db
      .selectFrom('effects')
      .select(texts('key', 'name', 'result'))
      .where('run', '=', text('run'))
      .where('effects.key', '>', text('after'))
      .orderBy('effects.key')
      .limit(number('limit')),
  addBlob: ({ db, text, bytes }) =>
    db
      .insertInto('blobs')
      .values({ hash: text('hash'), bytes: bytes('bytes') })
      .onConflict((conflict) => conflict.doNothing()),
  getBlob: ({ db, text }) => db.selectFrom('blobs').select('bytes').where('hash', '=', text('hash')),
  blobsAfter: ({ db, text, number, texts }) =>
    db
      .selectFrom('blobs')
      .select(['bytes', ...texts('hash')])
      .where('blobs.hash', '>', text('after'))
      .orderBy('blobs.hash')
      .limit(number('limit')),
  findBlob: ({ db, text }) => db.selectFrom('blobs').select(one).where('hash', '=', text('hash')),
  deleteBlob: ({ db, text }) => db.deleteFrom('blobs').where('hash', '=', text('hash')),
  addAttempt: ({ db, text }) => db.insertInto('attempts').values({ run: text('run'), keys: text('keys') }),
  setNote: ({ db, text }) =>
    db
      .insertInto('notes')
      .values({ run: text('run'), about: text('about'), content: text('content') })
      .onConflict((oc) => oc.columns(['run', 'about']).doUpdateSet((eb) => ({ content: eb.ref('excluded.content') }))),
  dropNote: ({ db, text }) => db.deleteFrom('notes').where('run', '=', text('run')).where('about', '=', text('about')),
  notesOf: ({ db, text, texts }) =>
    db.selectFrom('notes').select(texts('about', 'content')).where('run', '=', text('run')).orderBy('about'),
  notesOfRuns: ({ db, texts }) =>
    db.selectFrom('notes').select(texts('run', 'content')).where('about', '=', sql.lit('')),
  attemptsOf: ({ db, text, texts }) =>
    db.selectFrom('attempts').select(texts('keys')).where('run', '=', text('run')).orderBy('id'),
  addCertificate: ({ db, text }) =>
    db
      .insertInto('certificates')
      .values({ run: text('run'), hash: text('hash'), content: text('content') })
      .onConflict((conflict) => conflict.doNothing()),
  certificatesOf: ({ db, text, texts }) =>
    db.selectFrom('certificates').select(texts('hash', 'content')).where('run', '=', text('run')).orderBy('id'),
  clearEvents: clear('events'),
  clearEffects: clear('effects'),
  clearCertificates: clear('certificates'),
  clearAttempts: clear('attempts'),
  clearNotes: clear('notes'),
  clearLocks: clear('locks'),
} satisfies Record<string, QueryBuilder>;

/** Texts of a run in which hashes of blobs may stand. */
const textQueries = {
  textOfConfig: ({ db, text, textAs }) =>
    db.selectFrom('runs').select(textAs('config', 'text')).where('id', '=', text('run')),
  textOfSummary: ({ db, text, textAs }) =>
    db
      .selectFrom('runs')
      .select(textAs('summary', 'text'))
      .where('id', '=', text('run'))
      .where('summary', 'is not', null),
  textsOfEvents: ({ db, text, textAs }) =>
    db.selectFrom('events').select(textAs('data', 'text')).where('run', '=', text('run')),
  textsOfCertificates: ({ db, text, textAs }) =>
    db.selectFrom('certificates').select(textAs('content', 'text')).where('run', '=', text('run')),
  textsOfEffects: ({ db, text, textAs }) =>
    db.selectFrom('effects').select(textAs('result', 'text')).where('run', '=', text('run')),
  /** How long the longest are, before anything of them is read. */
  longestEvent: ({ db, text }) =>
    db.selectFrom('events').select(longest('data').as('size')).where('run', '=', text('run')),
  longestCertificate: ({ db, text }) =>
    db.selectFrom('certificates').select(longest('content').as('size')).where('run', '=', text('run')),
  longestHead: ({ db, text }) =>
    db
      .selectFrom('runs')
      .select([longest('config').as('config'), longest('summary').as('summary')])
      .where('id', '=', text('run')),
  sizeOfCertificates: ({ db, text }) =>
    db.selectFrom('certificates').select(length('content').as('size')).where('run', '=', text('run')),
  sizeOfBlob: ({ db, text }) =>
    db.selectFrom('blobs').select(longest('bytes').as('size')).where('hash', '=', text('hash')),
} satisfies Record<string, QueryBuilder>;

const lockQueries = {
  getLock: ({ db, text }) =>
    db.selectFrom('locks').select(['token', 'place', 'pid', 'born', 'heartbeat']).where('run', '=', text('run')),
  takeLock: ({ db, text, number }) =>
    db
      .insertInto('locks')
      .values({
        run: text('run'),
        token: text('token'),
        place: text('place'),
        pid: number('pid'),
        born: text('born'),
        heartbeat: number('now'),
      })
      .onConflict((conflict) =>
        conflict.column('run').doUpdateSet((eb) => ({
          token: eb.ref('excluded.token'),
          place: eb.ref('excluded.place'),
          pid: eb.ref('excluded.pid'),
          born: eb.ref('excluded.born'),
          heartbeat: eb.ref('excluded.heartbeat'),
        })),
      ),
  renewLock: ({ db, text, number }) =>
    db
      .updateTable('locks')
      .set({ heartbeat: number('now') })
      .where('run', '=', text('run'))
      .where('token', '=', text('token')),
  releaseLock: ({ db, text }) =>
    db.deleteFrom('locks').where('run', '=', text('run')).where('token', '=', text('token')),
  dropLocks: ({ db }) => db.deleteFrom('locks'),
} satisfies Record<string, QueryBuilder>;

/** Every query of the store. */
export const queries = { ...runQueries, ...recordQueries, ...textQueries, ...lockQueries };
