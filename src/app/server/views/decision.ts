import { z } from 'zod';
import { type Json, type RunEvent, TrialFigures } from '#foundation/contracts';
import { fieldAt, numberAt, textAt } from '../json-fields.ts';

/** What a gate or a verifier said of one proposed change. */
export const Decision = z.strictObject({
  seq: z.int(),
  verdict: z.enum(['accepted', 'rejected', 'undecided', 'forced']),
  /** What the change is, in words. */
  what: z.string(),
  incumbent: z.number().nullable(),
  candidate: z.number().nullable(),
  wins: z.number().nullable(),
  losses: z.number().nullable(),
  pairs: z.number().nullable(),
  pValue: z.number().nullable(),
  alpha: z.number().nullable(),
  gain: z.number().nullable(),
  /** Of the gain, where the trial gave one. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  certificate: z.string().nullable(),
  /** Whether both sides did the same tasks, so that outcomes can be asked for. */
  isPaired: z.boolean(),
  candidateHash: z.string().nullable(),
  why: z.string().nullable(),
});
export type Decision = z.infer<typeof Decision>;

const verdicts: Readonly<Record<string, Decision['verdict']>> = {
  'candidate-accepted': 'accepted',
  'candidate-rejected': 'rejected',
  'candidate-undecided': 'undecided',
  'candidate-passed': 'forced',
  'candidate-forced': 'forced',
  'skill-rejected': 'rejected',
  'skill-undecided': 'undecided',
  'skill-taken': 'forced',
  'patch-accepted': 'accepted',
  'patch-rejected': 'rejected',
};

/** The decision an event tells; nothing where it tells none. */
export function decisionOf({ seq, type, data }: RunEvent): Decision | undefined {
  const verdict = verdicts[type];
  if (verdict === undefined) return undefined;
  const [certificate, pValue] = [textAt(data, 'certificate') ?? null, numberAt(data, 'pValue') ?? null];
  return {
    seq,
    verdict,
    what: whatOf(data),
    incumbent: numberAt(data, 'incumbent') ?? numberAt(data, 'incumbentScore') ?? beforeOf(data),
    candidate: numberAt(data, 'challenger') ?? numberAt(data, 'candidateScore') ?? numberAt(data, 'score') ?? null,
    wins: numberAt(data, 'wins') ?? null,
    losses: numberAt(data, 'losses') ?? null,
    pairs: numberAt(data, 'pairs') ?? numberAt(data, 'questions') ?? null,
    pValue,
    alpha: numberAt(data, 'alpha') ?? null,
    gain: numberAt(data, 'gain') ?? null,
    low: numberAt(data, 'interval', 'low') ?? null,
    high: numberAt(data, 'interval', 'high') ?? null,
    certificate,
    isPaired: pValue !== null && (certificate !== null || TrialFigures.safeParse(data).success),
    candidateHash: textAt(data, 'candidate') ?? null,
    why: textAt(data, 'why') ?? textAt(data, 'distrust') ?? null,
  };
}

/** A lesson of evolve was measured before on a few tasks of its own: that score says nothing beside a trial's, which counts both sides' wins. */
function beforeOf(data: Json): number | null {
  return numberAt(data, 'wins') === undefined ? (numberAt(data, 'before') ?? null) : null;
}

function whatOf(data: Json): string {
  const template = textAt(data, 'template');
  // Lines of a skill are told in quotes of their own.
  const says = (textAt(data, 'says') ?? textAt(data, 'what'))?.replaceAll(String.raw`\"`, '"');
  if (template !== undefined)
    return `${template} level ${numberAt(data, 'level') ?? '?'}: ${says ?? textAt(data, 'class') ?? ''}`;
  const kind = textAt(data, 'kind');
  if (kind !== undefined) return says ?? kind;
  const round = fieldAt(data, 'round');
  const look = numberAt(data, 'look');
  if (look !== undefined)
    return `trial ${look} of the solver on ${numberAt(data, 'questions') ?? '?'} held-out questions`;
  return says ?? textAt(data, 'claim') ?? (round === undefined ? 'change' : `round ${JSON.stringify(round)}`);
}
