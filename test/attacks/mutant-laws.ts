import { createRng } from '#foundation/kernel';
import { auditTexts } from '#ratchet/audit';
import type { StoreReader } from '#world/store';
import { checkSignatures } from '#world/store/signing';
import { claimsOf } from './claims-of.ts';
import type { HonestRun, Loop } from './honest-runs.ts';
import { readMutable, type Remade, remake } from './mutable-run.ts';
import { mutate } from './mutate.ts';

/** What survivors change, as SECURITY.md lists them. These are names only: that no claim changed is shown by `claimsOf`. */
const labels: readonly (readonly [string, RegExp])[] = [
  [
    'the order of events, or of proofs of one skill',
    /^event \S+ (?:moved|swapped)$|^certificates swapped$|\.certificates$/u,
  ],
  ['a skill told of again, without a new proof', /^event machine-skill-distilled (?:renamed|repeated|dropped)$/u],
  [
    'words and figures beside a claim',
    /^event (?:candidate|patch)-accepted|^event machine-skill-distilled|^event run-ended|-started/u,
  ],
  ['a report that decides nothing', /^event /u],
  ['figures of the summary that no recorded step gives', /^summary/u],
  ['settings that no check depends on', /^config/u],
  ['the seed', /^seed$/u],
  ['the name of the loop', /^loop$/u],
  ['content that no claim rests on', /^blob$/u],
  ['a value wherever it is told, in reports alone', /^everywhere /u],
];

/** What became of mutants of one run. */
export interface MutantCounts {
  readonly tried: number;
  readonly refused: number;
  /** Survivors by what they change; none of them changes a claim but those below. */
  readonly survivors: Readonly<Record<string, number>>;
  /** What was changed where the run claims something else, and passes. */
  readonly claimed: readonly string[];
  /** Mutants that a signature of the honest run would vouch for. */
  readonly signed: number;
}

/** Changes one fact of an honest run at random, so many times, makes all hashes again, and counts what the audit lets pass. */
export function tryMutants(loop: Loop, { workspace, run }: HonestRun, count: number): MutantCounts {
  const honest = readMutable(workspace, run);
  const survivors: Record<string, number> = {};
  const claims = claimsOf(loop, honest);
  const claimed: string[] = [];
  let [refused, signed] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    const { run: changed, what } = mutate(honest, createRng(`mutants/${loop}/${i}`));
    const { texts, blobs } = remake(changed);
    const { findings, wrong, untested } = auditTexts(texts, blobs);
    if (checkSignatures(workspace, seenAs(texts), run).signers.length > 0) signed += 1;
    if (wrong.length > 0 || untested > 0 || findings.some(({ ok }) => !ok)) {
      refused += 1;
      continue;
    }
    if (claimsOf(loop, changed) !== claims) claimed.push(what);
    const label = labels.find(([, form]) => form.test(what))?.[0] ?? what;
    survivors[label] = (survivors[label] ?? 0) + 1;
  }
  return { tried: count, refused, survivors, claimed, signed };
}

/** What a signature is compared with, of a run that is not in a store. */
function seenAs(texts: Remade): StoreReader {
  const { loop, seed, config, summary } = texts.head();
  const run = { id: texts.id, loop, seed, config: JSON.parse(config), summary: JSON.parse(summary ?? 'null') };
  const store = {
    getRun: () => ({ ...run, status: 'done', hash: texts.hash }),
    effectsOf: () => texts.effects(),
    certificatesOf: () => texts.names.map((hash) => ({ hash })),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a seal reads
  return store as unknown as StoreReader;
}
