import { isRecord } from '#foundation/kernel';
import { checkComparisons } from './check-comparisons.ts';
import type { Ending } from './check-final.ts';
import { checkPlayed } from './check-played.ts';
import { checkSpent } from './check-spent.ts';
import { parseBytes } from './parse-stored.ts';
import { shown } from './shown.ts';

/** What a run of self-play tells, held against what its steps recorded. */
export function checkSelfPlay(ending: Ending): string[] {
  return [
    ...checkComparisons(ending, 'compare-checkpoints'),
    ...checkCheckpoints(ending),
    ...checkPlayed(ending),
    ...checkSpent(ending),
  ];
}

/** The checkpoints that the summary of self-play names are kept as the snapshots that the run began and ended with. */
function checkCheckpoints({ run, book, steps, blobs }: Ending): string[] {
  if (!isRecord(run.summary)) return [];
  const { checkpoints, snapshot } = run.summary;
  if (!isRecord(checkpoints)) return ['the summary does not say which checkpoints are in force'];
  const ends = [
    [checkpoints['start'], book.changes[0]?.hash],
    [checkpoints['solver'], snapshot],
  ] as const;
  return ends.flatMap(([checkpoint, hash]) => {
    const id = typeof checkpoint === 'string' ? checkpoint : '';
    // Weights that are kept here were kept by a step; a model that is served elsewhere is kept by name.
    const kept = steps.find('keep-checkpoint', { role: 'solver', checkpoint: id });
    const isKept = kept === undefined ? nameIn(hash, blobs) === id : kept === hash;
    return isKept ? [] : [`checkpoint ${shown(checkpoint)} is not what ${shown(hash)} holds`];
  });
}

/** The id of a checkpoint that is kept by name. */
function nameIn(hash: unknown, blobs: Ending['blobs']): unknown {
  const bytes = typeof hash === 'string' ? blobs.getBlob(hash) : undefined;
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  return parsed !== undefined && 'value' in parsed && isRecord(parsed.value) ? parsed.value['id'] : undefined;
}
