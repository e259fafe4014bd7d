import type { RunStatus } from '#foundation/contracts';
import type { Clock } from '#foundation/contracts/ports';
import { canonicalText, Fault, hashOf } from '#foundation/kernel';
import { select, selectOne, write } from './ask.ts';
import type { Connection } from './connection.ts';
import { maskJson } from './masking/mask.ts';
import { withoutPassword } from './masking/secrets.ts';
import { runOf } from './reader.ts';
import { numberOf, textOf } from './row.ts';
import { statements } from './statements.ts';
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
  write(connection, statements.addRun, { id, loop: spec.loop, seed: spec.seed, config, now: clock.now() });
  return id;
}

/**
 * `loop-xxxxxxxx`, from what was asked and how often it was asked before: the same commands in a fresh workspace give the same
 * ids. Eight digits are lengthened in the rare case that another run has them.
 */
function newRunId(connection: Connection, spec: RunSpec, config: string): string {
  const { loop, seed } = spec;
  const before = numberOf(selectOne(connection, statements.countSameRuns, { loop, seed, config }) ?? {}, 'n');
  const hash = hashOf({ loop, seed, config, before });
  for (let digits = 8; ; digits += 1) {
    const id = `${loop}-${hash.slice(0, digits)}`;
    if (selectOne(connection, statements.findRun, { id }) === undefined) return id;
  }
}

/** Makes a failed run open again and returns how the run stands; one that is done stays done. */
export function reopenRun(connection: Connection, id: string): RunStatus {
  const row = selectOne(connection, statements.getRun, { id });
  if (row === undefined) throw unknownRun(connection, id);
  if (runOf(row).status === 'done') return 'done';
  write(connection, statements.reopenRun, { id });
  return 'open';
}

function unknownRun(connection: Connection, id: string): Fault {
  const latest = select(connection, statements.latestRuns, {}).map((row) => textOf(row, 'id'));
  const known = latest.length === 0 ? 'this workspace has no runs' : `the latest are ${latest.join(', ')}`;
  return new Fault('store/unknown-run', `there is no run ${id}; ${known}`, { details: { id, latest } });
}
