import { z } from 'zod';
import { Json, type RunEvent } from '#contracts';
import { entriesAt, fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import { Curve, curveOf, type Point } from './curve.ts';

const Cell = z.strictObject({
  domain: z.string(),
  template: z.string(),
  level: z.int(),
  passRate: z.number().nullable(),
  /** Lessons given there, and the share of all practice where the curriculum tells it. */
  lessons: z.int(),
  sampled: z.number().nullable(),
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

const ReportRow = z.strictObject({
  template: z.string(),
  domain: z.string(),
  level: z.number(),
  levelAfter: z.number(),
  before: z.number().nullable(),
  specialist: z.number().nullable(),
  after: z.number().nullable(),
  learnt: z.string().nullable(),
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
  reports: z.array(ReportRow),
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

/** Patches that a page shows at most, the newest. */
const MOST_PATCHES = 500;

class Gathering {
  readonly phases: EvolveView['phases'] = [];
  readonly reports: EvolveView['reports'] = [];
  readonly skills: EvolveView['skills'] = [];
  readonly cells = new Map<string, Cell>();
  readonly patches = new Map<string, PatchView>();
  readonly #lines = new Map<string, Map<string, Point[]>>();
  readonly #counts = new Map<string, number>();
  readonly #reached = new Map<string, number>();
  readonly #regret = new Map<string, number>();
  #lessons = 0;
  #schedules = 0;

  lines(group: string, along: string): Curve[] {
    return [...(this.#lines.get(group) ?? [])].map(([name, points]) => curveOf(name, along, points, 300));
  }

  groups(): string[] {
    return [...this.#lines.keys()].filter((group) => group.startsWith('share: '));
  }

  add({ seq, type, data }: RunEvent): void {
    if (type === 'phase-begun') {
      this.phases.push({ seq, phase: numberAt(data, 'phase') ?? 0, says: textAt(data, 'says') ?? '' });
    } else if (type === 'template-reported') this.reports.push(reportOf(data));
    else if (type === 'skill-distilled') this.#distilled(data);
    else if (type === 'schedule-set') this.#schedule(data);
    else if (type === 'curriculum-set') this.#curriculum(data);
    else if (type === 'regret-measured') {
      this.#point('regret', textAt(data, 'domain') ?? '', {
        x: numberAt(data, 'lesson') ?? seq,
        y: numberAt(data, 'regret') ?? 0,
        low: numberAt(data, 'low'),
        high: numberAt(data, 'high'),
      });
    } else if (type.startsWith('patch-')) this.#patch(type, data);
    else if (textAt(data, 'template') !== undefined && numberAt(data, 'level') !== undefined) this.#lesson(type, data);
  }

  #point(group: string, line: string, point: Point): void {
    const lines = this.#lines.get(group) ?? new Map<string, Point[]>();
    this.#lines.set(group, lines);
    lines.set(line, [...(lines.get(line) ?? []), point]);
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

  #curriculum(data: Json): void {
    for (const level of listAt(data, 'levels')) {
      const cell = this.#cell(level);
      this.cells.set(keyOf(cell), {
        ...cell,
        passRate: numberAt(level, 'passRate') ?? cell.passRate,
        sampled: numberAt(level, 'sampled') ?? cell.sampled,
      });
    }
  }

  #cell(data: Json): Cell {
    const [template, level] = [textAt(data, 'template') ?? '', numberAt(data, 'level') ?? 0];
    const fresh: Cell = {
      domain: textAt(data, 'domain') ?? '',
      template,
      level,
      passRate: null,
      lessons: 0,
      sampled: null,
    };
    return this.cells.get(keyOf(fresh)) ?? fresh;
  }

  #lesson(type: string, data: Json): void {
    this.#lessons += 1;
    const isKept = type === 'candidate-accepted' || type === 'candidate-forced' || type === 'skill-taken';
    const score = (isKept ? numberAt(data, 'score') : numberAt(data, 'before')) ?? numberAt(data, 'before');
    const cell = this.#cell(data);
    this.cells.set(keyOf(cell), { ...cell, lessons: cell.lessons + 1, passRate: score ?? cell.passRate });
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
    if (score === undefined) return;
    this.#regret.set(`${template}@${level}`, Math.min(1, Math.max(0, 1 - score)));
    const now = [...this.#regret.values()];
    this.#point('lesson regret', 'mean regret of what was practised', {
      x: this.#lessons,
      y: now.reduce((sum, each) => sum + each, 0) / now.length,
    });
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

function reportOf(data: Json): EvolveView['reports'][number] {
  const kind = textAt(data, 'class');
  return {
    template: textAt(data, 'template') ?? '',
    domain: textAt(data, 'domain') ?? '',
    level: numberAt(data, 'level') ?? 0,
    levelAfter: numberAt(data, 'levelAfter') ?? 0,
    before: numberAt(data, 'before') ?? null,
    specialist: numberAt(data, 'specialist') ?? null,
    after: numberAt(data, 'after') ?? null,
    learnt: kind === undefined ? null : `${kind}: ${textAt(data, 'says') ?? ''}`,
  };
}

function keyOf({ template, level }: Pick<Cell, 'template' | 'level'>): string {
  return `${template}@${level}`;
}

export function evolveView(events: Iterable<RunEvent>): EvolveView {
  const found = new Gathering();
  for (const event of events) found.add(event);
  const regret = found.lines('regret', 'lesson');
  return {
    phases: found.phases,
    domains: [...new Set([...found.cells.values()].map(({ domain }) => domain))].toSorted(),
    shares: found.groups().map((group) => ({ mode: group.slice(7), curves: found.lines(group, 'lesson') })),
    cells: [...found.cells.values()],
    levels: found.lines('levels', 'lesson'),
    regret: regret.length > 0 ? regret : found.lines('lesson regret', 'lesson'),
    verify: found.lines('verify', 'lesson'),
    patches: [...found.patches.values()].slice(-MOST_PATCHES),
    reports: found.reports,
    skills: found.skills,
  };
}
