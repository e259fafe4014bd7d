import { z } from 'zod';
import { type Json, type RunEvent, skillIdOf, skillName } from '#foundation/contracts';
import { numberAt, textAt } from '../json-fields.ts';

/** How well a template is done at a level, without practice and with it. Scores are normalised: 1 is what the oracle gets. */
export const BeforeAfterRow = z.strictObject({
  template: z.string(),
  domain: z.string(),
  level: z.number(),
  before: z.number().nullable(),
  specialist: z.number().nullable(),
  after: z.number().nullable(),
  learnt: z.string().nullable(),
  /** Whether the scores are those of the run's report on held-out tasks; else they are what lessons and practice measured. */
  isHeldOut: z.boolean(),
});
export type BeforeAfterRow = z.infer<typeof BeforeAfterRow>;

/**
 * Before and after, per template and level. A report holds one level of each template, the highest reached; of the others the run knows what it
 * measured on the way: the first score before a lesson, the trial of the last candidate that stayed, the last batch of the main machine.
 */
export class BeforeAfter {
  readonly #rows = new Map<string, BeforeAfterRow>();

  add({ type, data }: RunEvent): void {
    if (type === 'template-reported') this.#put(data, { ...reported(data), isHeldOut: true });
    else if (type === 'composition-reported') this.#composed(data);
    else if (type === 'main-acted') this.#acted(data);
    else if (!type.startsWith('patch-') && numberAt(data, 'before') !== undefined) this.#lesson(type, data);
  }

  rows(): BeforeAfterRow[] {
    return [...this.#rows.values()].toSorted((a, b) =>
      a.template === b.template ? a.level - b.level : a.template < b.template ? -1 : 1,
    );
  }

  #at(template: string, level: number): BeforeAfterRow | undefined {
    return this.#rows.get(skillName({ template, level }));
  }

  #put(data: Json, facts: Partial<BeforeAfterRow>): void {
    const [template, level] = [textAt(data, 'template') ?? '', numberAt(data, 'level') ?? 0];
    const known = this.#at(template, level);
    const fresh = { before: null, specialist: null, after: null, learnt: null, isHeldOut: false };
    const domain = textAt(data, 'domain') ?? known?.domain ?? '';
    this.#rows.set(skillName({ template, level }), { ...fresh, ...known, ...facts, template, domain, level });
  }

  #lesson(type: string, data: Json): void {
    const known = this.#at(textAt(data, 'template') ?? '', numberAt(data, 'level') ?? 0);
    const isKept = type === 'candidate-accepted' || type === 'candidate-forced';
    this.#put(data, {
      before: known?.before ?? numberAt(data, 'before') ?? null,
      ...(isKept ? { specialist: numberAt(data, 'score') ?? null, learnt: learntOf(data) } : {}),
    });
  }

  #acted(data: Json): void {
    const what = textAt(data, 'what') ?? '';
    const { template, level } = skillIdOf(what);
    this.#put({ template, level, domain: textAt(data, 'domain') ?? '' }, { after: numberAt(data, 'score') ?? null });
  }

  /** Tasks that no specialist saw: the best that one skill alone reaches takes its place. */
  #composed(data: Json): void {
    const [template, level] = [textAt(data, 'composition') ?? '', numberAt(data, 'level') ?? 0];
    const alone = textAt(data, 'bestSingle', 'skill');
    this.#put(
      { template, level },
      {
        specialist: numberAt(data, 'bestSingle', 'score') ?? null,
        after: numberAt(data, 'score') ?? null,
        learnt: `composed, never practised by a specialist; best alone: ${alone ?? 'none'}`,
        isHeldOut: true,
      },
    );
  }
}

function reported(data: Json): Pick<BeforeAfterRow, 'before' | 'specialist' | 'after' | 'learnt'> {
  return {
    before: numberAt(data, 'before') ?? null,
    specialist: numberAt(data, 'specialist') ?? null,
    after: numberAt(data, 'after') ?? null,
    learnt: learntOf(data),
  };
}

function learntOf(data: Json): string | null {
  const kind = textAt(data, 'class');
  return kind === undefined ? null : `${kind}: ${textAt(data, 'says') ?? ''}`;
}
