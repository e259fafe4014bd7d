import { z } from 'zod';
import type { Json, RunEvent } from '#foundation/contracts';
import { SkillFiles } from '#foundation/contracts/skills';
import type { StoreReader } from '#world/store';
import { entriesAt, fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import { Decision, decisionOf } from './decision.ts';

/** A version of the skill, named by content. */
const SkillVersion = z.strictObject({
  hash: z.string(),
  origin: z.string(),
  step: z.int().nullable(),
  /** What became of it. */
  state: z.enum(['initial', 'draft', 'accepted', 'rejected', 'undecided', 'best']),
  length: z.number().nullable(),
  /** Training score of the rollouts that were made with it. */
  training: z.number().nullable(),
  trial: z.number().nullable(),
});
type SkillVersion = z.infer<typeof SkillVersion>;

/** A rule of the skill: why it is there and what it was measured to be worth. */
const RuleView = z.strictObject({
  id: z.string(),
  text: z.string(),
  step: z.number(),
  causes: z.array(z.string()),
  effect: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  measuredBy: z.string().nullable(),
  /** `shown`, `rode-along` or `not-measurable`; nothing in runs that did not tell. */
  standing: z.string().nullable(),
  tasks: z.number().nullable(),
});

const Measured = z.strictObject({ score: z.number(), low: z.number(), high: z.number(), tasks: z.number() });
const Tested = z.strictObject({
  before: Measured,
  after: Measured,
  difference: z
    .strictObject({ mean: z.number(), low: z.number(), high: z.number(), wins: z.number(), losses: z.number() })
    .nullable(),
});

export const SkillView = z.strictObject({
  from: z.string().nullable(),
  versions: z.array(SkillVersion),
  best: z.string().nullable(),
  rules: z.array(RuleView),
  decisions: z.array(Decision),
  tested: Tested.nullable(),
  steps: z.array(
    z.strictObject({
      step: z.number(),
      action: z.string(),
      hard: z.number().nullable(),
      proposed: z.number(),
      applied: z.number(),
      why: z.string(),
      edits: z.array(z.strictObject({ op: z.string(), file: z.string(), text: z.string(), status: z.string() })),
    }),
  ),
});
export type SkillView = z.infer<typeof SkillView>;

/** What a run of train has told of its skill so far. */
export class SkillFold {
  readonly #from: string | null;
  readonly #versions = new Map<string, SkillVersion>();
  readonly #rules: SkillView['rules'] = [];
  readonly #decisions: Decision[] = [];
  readonly #steps: SkillView['steps'] = [];
  #best: string | null = null;
  #tested: SkillView['tested'] = null;
  #inForce: string | undefined;

  constructor(config: Json) {
    this.#from = textAt(config, 'from') ?? null;
  }

  add(event: RunEvent): void {
    const { type, data } = event;
    const decision = decisionOf(event);
    if (decision !== undefined) this.#decide(decision, data);
    else if (type === 'training-started') {
      this.#inForce = textAt(data, 'skill');
      this.#keep(this.#inForce, { state: 'initial', origin: 'skill_init', step: 0 });
    } else if (type === 'step-ended') this.#step(data);
    else if (type === 'rule-explained') this.#rules.push(ruleOf(data));
    else if (type === 'skill-tested') this.#tested = testedOf(data);
    else if (type === 'run-ended') this.#best = textAt(data, 'best', 'hash') ?? this.#best;
  }

  view(): SkillView {
    const best = this.#best;
    return {
      from: this.#from,
      versions: [...this.#versions.values()].map((one) => (one.hash === best ? { ...one, state: 'best' } : one)),
      best,
      tested: this.#tested,
      rules: this.#rules,
      decisions: this.#decisions.slice(-MOST_ROWS),
      steps: this.#steps.slice(-MOST_ROWS),
    };
  }

  #keep(hash: string | undefined, facts: Partial<SkillVersion>): void {
    if (hash === undefined) return;
    const plain: SkillVersion = {
      hash,
      origin: '',
      step: null,
      state: 'draft',
      length: null,
      training: null,
      trial: null,
    };
    this.#versions.set(hash, { ...plain, ...this.#versions.get(hash), ...facts });
  }

  #decide(decision: Decision, data: Json): void {
    this.#decisions.push(decision);
    const { verdict, candidate, candidateHash } = decision;
    const state = verdict === 'forced' ? 'accepted' : verdict;
    this.#keep(candidateHash ?? undefined, { state, trial: candidate, origin: textAt(data, 'origin') ?? '' });
    if (state === 'accepted') this.#best = candidateHash;
  }

  #step(data: Json): void {
    this.#keep(this.#inForce, { training: numberAt(data, 'hard') ?? null });
    const step = numberAt(data, 'step') ?? 0;
    const candidate = textAt(data, 'candidate');
    const length = numberAt(data, 'candidateLength') ?? null;
    if (candidate !== undefined && !this.#versions.has(candidate)) {
      this.#keep(candidate, { step, length, origin: `step ${step}` });
    }
    this.#inForce = candidate ?? this.#inForce;
    this.#steps.push(stepOf(step, data));
  }
}

/** Steps and decisions that a page shows at most, the newest. */
const MOST_ROWS = 500;

function measuredOf(data: Json, name: string): z.infer<typeof Measured> {
  return {
    score: numberAt(data, name, 'score') ?? 0,
    low: numberAt(data, name, 'interval', 'low') ?? 0,
    high: numberAt(data, name, 'interval', 'high') ?? 1,
    tasks: numberAt(data, name, 'tasks') ?? 0,
  };
}

function testedOf(data: Json): SkillView['tested'] {
  const of = (name: string): number => numberAt(data, 'difference', name) ?? 0;
  return {
    before: measuredOf(data, 'before'),
    after: measuredOf(data, 'after'),
    difference:
      numberAt(data, 'difference', 'mean') === undefined
        ? null
        : { mean: of('mean'), low: of('low'), high: of('high'), wins: of('wins'), losses: of('losses') },
  };
}

function stepOf(step: number, data: Json): SkillView['steps'][number] {
  return {
    step,
    action: textAt(data, 'action') ?? '',
    hard: numberAt(data, 'hard') ?? null,
    proposed: numberAt(data, 'editSummary', 'total') ?? numberAt(data, 'merged') ?? 0,
    applied: numberAt(data, 'editSummary', 'applied') ?? 0,
    why: textAt(data, 'why') ?? '',
    edits: listAt(data, 'edits').map((edit) => ({
      op: textAt(edit, 'op') ?? '',
      file: textAt(edit, 'file') ?? '',
      text: textAt(edit, 'content_preview') ?? '',
      status: textAt(edit, 'status') ?? '',
    })),
  };
}

function ruleOf(data: Json): SkillView['rules'][number] {
  const causes = new Set(listAt(data, 'origins').flatMap((origin) => listAt(origin, 'causes').map(String)));
  return {
    id: textAt(data, 'ruleId') ?? '',
    text: textAt(data, 'text') ?? '',
    step: numberAt(data, 'step') ?? 0,
    causes: [...causes],
    effect: numberAt(data, 'effect') ?? null,
    low: numberAt(data, 'measured', 'low') ?? null,
    high: numberAt(data, 'measured', 'high') ?? null,
    measuredBy: textAt(data, 'measured', 'by') ?? null,
    standing: textAt(data, 'standing') ?? null,
    tasks: numberAt(data, 'measured', 'tasks') ?? null,
  };
}

/** The files of a version, from the store, or of the initial one, from what was asked. */
export function skillFiles(store: StoreReader, config: Json, hash: string): SkillFiles | undefined {
  const blob = store.getBlob(hash);
  const text = blob === undefined ? undefined : new TextDecoder().decode(blob);
  const parsed = SkillFiles.safeParse(text === undefined ? fieldAt(config, 'skill') : parseJson(text));
  if (parsed.success) return parsed.data;
  return entriesAt(config, 'skill').length > 0 ? SkillFiles.parse(fieldAt(config, 'skill')) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
