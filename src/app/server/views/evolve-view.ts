import { z } from 'zod';
import { Json, type RunEvent, skillIdOf, skillName } from '#foundation/contracts';
import { entriesAt, fieldAt, numberAt, textAt } from '../json-fields.ts';
import { BeforeAfter, BeforeAfterRow } from './before-after.ts';
import { Curve, curveOf, type Point } from './curve.ts';

const Cell = z.strictObject({
  domain: z.string(),
  template: z.string(),
  level: z.int(),
  /** Score there as it stands, normalised: 1 is what the oracle gets. */
  passRate: z.number().nullable(),
  /** Lessons and batches of episodes that were given there. */
  practised: z.int(),
});

const PatchView = z.strictObject({
  id: z.string(),
  kind: z.string(),
  says: z.string(),
  state: z.enum(['waiting', 'accepted', 'rejected', 'left']),
  priority: z.number().nullable(),
  gain: Json.nullable(),
  cost: z.number().nullable(),
  certificate: z.string().nullable(),
  why: z.string().nullable(),
  counterexample: Json.nullable(),
});

/** What a run of evolve has done: where it practised, what it proposed, what it proved, how it stands. */
export const EvolveView = z.strictObject({
  phases: z.array(z.strictObject({ seq: z.int(), phase: z.number(), says: z.string() })),
  domains: z.array(z.string()),
  /** Share of lessons per domain over time; where the schedule tells its own probabilities, those. */
  shares: z.array(z.strictObject({ mode: z.string(), curves: z.array(Curve) })),
  cells: z.array(Cell),
  levels: z.array(Curve),
  regret: z.array(Curve),
  verify: z.array(Curve),
  patches: z.array(PatchView),
  reports: z.array(BeforeAfterRow),
  skills: z.array(
    z.strictObject({
      skill: z.string(),
      domain: z.string(),
      kept: z.number(),
      of: z.number(),
      misfit: z.string().nullable(),
    }),
  ),
});
export type EvolveView = z.infer<typeof EvolveView>;

type PatchView = z.infer<typeof PatchView>;
type Cell = z.infer<typeof Cell>;

/** Patches of a state that a page shows at most. */
const MOST_PATCHES = 500;

/** The line over all domains; it comes last. */
const ALL = 'all domains';

/** What a run of evolve has told so far. */
export class EvolveFold {
  readonly phases: EvolveView['phases'] = [];
  readonly #beforeAfter = new BeforeAfter();
  readonly skills: EvolveView['skills'] = [];
  readonly cells = new Map<string, Cell>();
  readonly patches = new Map<string, PatchView>();
  readonly #lines = new Map<string, Map<string, Point[]>>();
  readonly #counts = new Map<string, number>();
  readonly #reached = new Map<string, number>();
  readonly #regret = new Map<string, { readonly sum: number; readonly count: number }>();
  #practice = 0;
  #lessons = 0;
  #schedules = 0;

  #curves(group: string, along: string): Curve[] {
    return [...(this.#lines.get(group) ?? [])]
      .map(([name, points]) => curveOf(name, along, points, 300))
      .toSorted((a, b) => Number(a.name === ALL) - Number(b.name === ALL) || (a.name < b.name ? -1 : 1));
  }

  #groups(): string[] {
    return [...this.#lines.keys()].filter((group) => group.startsWith('share: '));
  }

  add(event: RunEvent): void {
    const { seq, type, data } = event;
    this.#beforeAfter.add(event);
    if (type === 'phase-begun') {
      this.phases.push({ seq, phase: numberAt(data, 'phase') ?? 0, says: textAt(data, 'says') ?? '' });
    } else if (type === 'machine-skill-distilled') this.#distilled(data);
    else if (type === 'schedule-set') this.#schedule(data);
    else if (type === 'main-acted') this.#acted(data);
    else if (type.startsWith('patch-')) this.#patch(type, data);
    else if (type === 'patches-left') this.#leave(textAt(data, 'why') ?? null);
    else if (type !== 'template-reported' && isLesson(data)) this.#lesson(type, data);
  }

  view(): EvolveView {
    return {
      phases: this.phases,
      domains: [...new Set([...this.cells.values()].map(({ domain }) => domain))].toSorted(),
      shares: this.#groups().map((group) => ({ mode: group.slice(7), curves: this.#curves(group, 'lesson') })),
      cells: [...this.cells.values()],
      levels: this.#curves('levels', 'lesson'),
      regret: this.#curves('regret', 'practice'),
      verify: this.#curves('verify', 'lesson'),
      patches: shownPatches([...this.patches.values()]),
      reports: this.#beforeAfter.rows(),
      skills: this.skills,
    };
  }

  #point(group: string, line: string, point: Point): void {
    const lines = this.#lines.get(group) ?? new Map<string, Point[]>();
    this.#lines.set(group, lines);
    const points = lines.get(line) ?? [];
    if (points.length === 0) lines.set(line, points);
    points.push(point);
  }

  #distilled(data: Json): void {
    this.skills.push({
      skill: textAt(data, 'skill') ?? '',
      domain: textAt(data, 'domain') ?? '',
      kept: numberAt(data, 'episodes') ?? 0,
      of: numberAt(data, 'of') ?? 0,
      misfit: textAt(data, 'misfit') ?? null,
    });
  }

  #schedule(data: Json): void {
    const x = numberAt(data, 'lesson') ?? (this.#schedules += 1);
    for (const [domain, modes] of entriesAt(data, 'domains')) {
      for (const [mode, share] of entriesAt(modes)) {
        if (typeof share === 'number') this.#point(`share: ${mode}`, domain, { x, y: share });
      }
    }
    const verify = numberAt(data, 'alpha', 'verify');
    if (verify !== undefined) this.#point('verify', 'alpha_verify', { x, y: verify });
  }

  /** A batch of episodes of the main machine: what it is worth there now, and what it has missed. */
  #acted(data: Json): void {
    const what = textAt(data, 'what') ?? '';
    const { template, level } = skillIdOf(what);
    const cell = this.#cell({ domain: textAt(data, 'domain') ?? '', template, level });
    const score = numberAt(data, 'score');
    this.cells.set(skillName(cell), { ...cell, practised: cell.practised + 1, passRate: score ?? cell.passRate });
    if (score !== undefined) this.#missed(cell.domain, score);
  }

  /** Mean regret so far, Σ (1 − score) / practice, of a domain and of all: what was missed while it was learnt. */
  #missed(domain: string, score: number): void {
    this.#practice += 1;
    const regret = Math.min(1, Math.max(0, 1 - score));
    for (const name of [ALL, domain]) {
      const before = this.#regret.get(name) ?? { sum: 0, count: 0 };
      const now = { sum: before.sum + regret, count: before.count + 1 };
      this.#regret.set(name, now);
      this.#point('regret', name, { x: this.#practice, y: now.sum / now.count });
    }
  }

  #cell(data: Json): Cell {
    const [template, level] = [textAt(data, 'template') ?? '', numberAt(data, 'level') ?? 0];
    const fresh: Cell = {
      domain: textAt(data, 'domain') ?? '',
      template,
      level,
      passRate: null,
      practised: 0,
    };
    return this.cells.get(skillName(fresh)) ?? fresh;
  }

  #lesson(type: string, data: Json): void {
    this.#lessons += 1;
    const isKept = type === 'candidate-accepted' || type === 'candidate-forced' || type === 'skill-taken';
    const before = numberAt(data, 'before');
    const score = (isKept ? numberAt(data, 'score') : before) ?? before;
    const cell = this.#cell(data);
    this.cells.set(skillName(cell), { ...cell, practised: cell.practised + 1, passRate: score ?? cell.passRate });
    if (before !== undefined) this.#missed(cell.domain, before);
    const { domain, template, level } = cell;
    this.#counts.set(domain, (this.#counts.get(domain) ?? 0) + 1);
    for (const [name, count] of this.#counts) {
      this.#point('share: lessons given', name, { x: this.#lessons, y: count / this.#lessons });
    }
    if (score !== undefined && score >= 0.95) {
      this.#reached.set(template, Math.max(level, this.#reached.get(template) ?? 0));
    } else if (!this.#reached.has(template)) this.#reached.set(template, 0);
    const reached = [...this.#reached.values()];
    this.#point('levels', 'mean level reached', {
      x: this.#lessons,
      y: reached.reduce((sum, each) => sum + each, 0) / reached.length,
    });
  }

  /** The end of a phase: what still waits will not be verified. */
  #leave(why: string | null): void {
    for (const [id, patch] of this.patches) {
      if (patch.state === 'waiting') this.patches.set(id, { ...patch, state: 'left', why });
    }
  }

  #patch(type: string, data: Json): void {
    const id = textAt(data, 'id') ?? textAt(data, 'patch') ?? '';
    const known = this.patches.get(id);
    const states: Readonly<Record<string, PatchView['state']>> = {
      'patch-proposed': 'waiting',
      'patch-accepted': 'accepted',
      'patch-rejected': 'rejected',
      'patch-postponed': 'waiting',
      'patch-repeated': 'accepted',
      'patch-forced': 'accepted',
    };
    this.patches.set(id, {
      id,
      kind: textAt(data, 'kind') ?? known?.kind ?? '',
      says: textAt(data, 'says') ?? known?.says ?? '',
      state: states[type] ?? 'left',
      priority: numberAt(data, 'priority') ?? known?.priority ?? null,
      gain: fieldAt(data, 'gain') ?? known?.gain ?? null,
      cost: numberAt(data, 'verificationCost') ?? known?.cost ?? null,
      certificate: textAt(data, 'certificate') ?? known?.certificate ?? null,
      why: textAt(data, 'why') ?? known?.why ?? null,
      counterexample: fieldAt(data, 'counterexample') ?? known?.counterexample ?? null,
    });
  }
}

function isLesson(data: Json): boolean {
  return textAt(data, 'template') !== undefined && numberAt(data, 'level') !== undefined;
}

/** The newest, with those that wait by priority, which is the order in which they are verified. */
function shownPatches(all: readonly PatchView[]): PatchView[] {
  const waiting = all
    .filter(({ state }) => state === 'waiting')
    .toSorted((a, b) => (b.priority ?? -Infinity) - (a.priority ?? -Infinity));
  return [...waiting.slice(0, MOST_PATCHES), ...all.filter(({ state }) => state !== 'waiting').slice(-MOST_PATCHES)];
}
