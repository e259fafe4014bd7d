import { createRng } from '#foundation/kernel';
import { auditTexts } from '#ratchet/audit';
import type { StoreReader } from '#world/store';
import { checkSignatures } from '#world/store/signing';
import type { HonestRun, Loop } from './honest-runs.ts';
import { readMutable, type Remade, remake } from './mutable-run.ts';
import { mutate } from './mutate.ts';

/** Why a change passes without a signature: none of these is a claim that anything rests on. SECURITY.md has the same list. */
const explained: Readonly<Record<string, readonly RegExp[]>> = {
  'a report that decides nothing': [
    /^event (?:phase-begun|schedule-set|main-acted|adversary-searched|lesson-measured)\b/u,
    /^event (?:patch-proposed|patch-rejected|patch-postponed)\b/u,
    /^event (?:rollouts-ended|step-ended|step-skipped|epoch-ended|ideas-raced|patience-ended|rule-explained)\b/u,
    /^event (?:draft-tried|skill-tested)\b/u,
    /^event (?:questions-judged|judge-checked|generator-updated|generator-held|generators-compared)\b/u,
    /^event (?:solver-updated|solver-rolled-back)\b/u,
  ],
  'words and figures beside a claim': [
    /^event candidate-accepted(?:\.(?!(?:alpha|spent|pValue|wins|losses|candidate|certificate)$).*)?$/u,
    /^event patch-accepted(?:\.(?!(?:certificate|effort|id)$).*)?$/u,
    /^event skill-distilled(?:\.(?!claims|open|gates|certificates).*)?$/u,
    /^event run-ended(?:\.(?!(?:accepted|rejected|undecided|rollouts|isSimulated|best|score)\b).*)?$/u,
    /^event (?:selfplay|training)-started(?:\.(?!alpha|skill|snapshot|settings|simulated).*)?$/u,
  ],
  'the order of events, or of proofs of one skill': [
    /^event \S+ (?:moved|swapped)$/u,
    /^certificates swapped$/u,
    /^event skill-distilled\.certificates$/u,
  ],
  'a skill told of again, without a new proof': [/^event skill-distilled (?:renamed|repeated|dropped)$/u],
  'figures of the summary that no recorded step gives': [
    /^summary(?!\.(?:machine|skill|snapshot|certificates|accepted|rejected|undecided|templates|compositions)\b)/u,
  ],
  'settings that no check depends on': [/^config(?!\.(?:alpha|settings|skill)\b)/u],
  'content that no claim rests on': [/^blob$/u],
};

/** What became of mutants of one run. */
export interface MutantCounts {
  readonly tried: number;
  readonly refused: number;
  /** Survivors by why nothing claimed changed. */
  readonly survivors: Readonly<Record<string, number>>;
  /** What was changed where a claim may have been. */
  readonly unexplained: readonly string[];
  /** Mutants that a signature of the honest run would vouch for. */
  readonly signed: number;
}

/** Changes one fact of an honest run at random, so many times, makes all hashes again, and counts what the audit lets pass. */
export function tryMutants(loop: Loop, { workspace, run }: HonestRun, count: number): MutantCounts {
  const honest = readMutable(workspace, run);
  const survivors: Record<string, number> = {};
  const unexplained: string[] = [];
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
    const why = Object.keys(explained).find((name) => explained[name]!.some((form) => form.test(what)));
    if (why === undefined) unexplained.push(what);
    else survivors[why] = (survivors[why] ?? 0) + 1;
  }
  return { tried: count, refused, survivors, unexplained, signed };
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
