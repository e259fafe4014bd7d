import type { RunStatus } from '#contracts';
import type { Clock } from '#contracts/ports';
import { canonicalText, Fault, hashOf } from '#kernel';
import type { Connection } from './connection.ts';
import { maskJson } from './masking/mask.ts';
import { runOf, selectRuns } from './reader.ts';
import { numberOf, textOf } from './row.ts';
import { withoutPassword } from './masking/secrets.ts';
import type { RunSpec } from './store.ts';

const loopName = /^[a-z]+(-[a-z0-9]+)*$/;

/** Records a new run and returns its id; call it inside a transaction. */
export function insertRun(connection: Connection, spec: RunSpec, clock: Clock): string {
  if (!loopName.test(spec.loop) || !Number.isSafeInteger(spec.seed)) {
    throw new Fault('store/bad-run', `cannot start ${spec.loop} with seed ${spec.seed}`, {
      details: { loop: spec.loop, seed: spec.seed },
    });
  }
  const config = canonicalText(maskJson(spec.config, withoutPassword));
  const id = newRunId(connection, spec, config);
  const sql = 'INSERT INTO runs (id, loop, seed, config, status, started_at) VALUES (?, ?, ?, ?, ?, ?)';
  connection.run(sql, [id, spec.loop, spec.seed, config, 'open', clock.now()]);
  return id;
}

/**
 * `loop-xxxxxxxx`, from what was asked and how often it was asked before: the same commands in a fresh workspace give the same
 * ids. Eight digits are lengthened in the rare case that another run has them.
 */
function newRunId(connection: Connection, spec: RunSpec, config: string): string {
  const same = 'SELECT count(*) AS n FROM runs WHERE loop = ? AND seed = ? AND config = ?';
  const before = numberOf(connection.get(same, [spec.loop, spec.seed, config]) ?? {}, 'n');
  const hash = hashOf({ loop: spec.loop, seed: spec.seed, config, before });
  for (let digits = 8; ; digits += 1) {
    const id = `${spec.loop}-${hash.slice(0, digits)}`;
    if (connection.get('SELECT 1 AS one FROM runs WHERE id = ?', [id]) === undefined) return id;
  }
}

/** Makes a failed run open again and returns how the run stands; one that is done stays done. */
export function reopenRun(connection: Connection, id: string): RunStatus {
  const row = connection.get(`${selectRuns} WHERE id = ?`, [id]);
  if (row === undefined) throw unknownRun(connection, id);
  if (runOf(row).status === 'done') return 'done';
  const sql =
    "UPDATE runs SET status = 'open', hash = NULL, summary = NULL, steps = NULL, ended_at = NULL WHERE id = ?";
  connection.run(sql, [id]);
  return 'open';
}

function unknownRun(connection: Connection, id: string): Fault {
  const latest = connection.all('SELECT id FROM runs ORDER BY rowid DESC LIMIT 3').map((row) => textOf(row, 'id'));
  const known = latest.length === 0 ? 'this workspace has no runs' : `the latest are ${latest.join(', ')}`;
  return new Fault('store/unknown-run', `there is no run ${id}; ${known}`, { details: { id, latest } });
}
