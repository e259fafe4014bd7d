import { type Json, type RunEvent, skillName } from '#foundation/contracts';
import { wilsonInterval } from '#foundation/statistics';
import { entriesAt, fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import { type Curve, curveOf, type Point } from './curve.ts';
import { type Decision, decisionOf } from './decision.ts';

/** What a run has used, as far as its events tell. */
export interface Used {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly dollars: number;
  readonly rollouts: number;
}

/** Normalised score from which a level counts as learnt. */
const LEARNT = 0.95;

const genericFields = ['score', 'reward', 'accuracy', 'return'] as const;

/**
 * What the events of one run say so far. Events are folded in once, in order, so that a page of a long run costs only what is new.
 */
export class RunFold {
  /** Position of the next event. */
  next = 0;
  readonly counts = new Map<string, number>();
  readonly decisions: Decision[] = [];
  readonly limits: { readonly name: string; readonly most: number }[] = [];
  phase: string | null = null;
  score: number | null = null;
  scoreBefore: number | null = null;
  alpha: number | null = null;
  spent = 0;
  simulated = false;
  headline: Json = null;
  steps: { done: number; total: number | null } = { done: 0, total: null };
  #used: Used = { calls: 0, promptTokens: 0, completionTokens: 0, dollars: 0, rollouts: 0 };
  readonly #series = new Map<string, { along: string; points: Point[] }>();
  readonly #slots = new Map<string, number>();
  #lessons = 0;
  #acts = 0;
  #acceptances = 0;

  get used(): Used {
    return this.#used;
  }

  /** The curves, the one that says most first. */
  curves(most?: number): Curve[] {
    return [...this.#series].map(([name, { along, points }]) => curveOf(name, along, points, most));
  }

  add(event: RunEvent): void {
    const { seq, type, data } = event;
    this.next = seq + 1;
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
    const decision = decisionOf(event);
    if (decision !== undefined) this.#decide(decision, data);
    switch (type) {
      case 'training-started':
        this.#begin(data);
        break;
      case 'practice-started':
      case 'evolve-started':
      case 'selfplay-started':
        this.alpha = numberAt(data, 'alpha') ?? null;
        this.simulated = fieldAt(data, 'isSimulated') === true;
        break;
      case 'phase-begun':
        this.phase = `phase ${numberAt(data, 'phase') ?? '?'}: ${textAt(data, 'says') ?? ''}`;
        break;
      case 'rollouts-ended':
        this.#trainingScore(data);
        break;
      case 'step-ended':
        this.#stepEnded(data);
        break;
      case 'skill-tested':
        this.#tested(data);
        break;
      case 'skill-evaluated':
        this.#evaluated(data);
        break;
      case 'questions-judged':
        this.#questionsJudged(data);
        break;
      case 'exam-taken':
        this.#examined(data);
        break;
      case 'run-ended':
        this.#useAll(fieldAt(data, 'spent'));
        break;
      case 'draft-tried':
      case 'machine-skill-distilled':
        break;
      case 'main-acted':
        this.#acts += 1;
        this.#point('score of the main machine', 'batch', { x: this.#acts, y: numberAt(data, 'score') ?? 0 });
        break;
      case 'incumbent-measured':
        this.scoreBefore ??= numberAt(data, 'score') ?? null;
        this.#point('score', 'round', { x: 0, y: numberAt(data, 'score') ?? 0 });
        break;
      default:
        if (decision === undefined) this.#generic(event);
    }
    if (textAt(data, 'template') !== undefined && numberAt(data, 'level') !== undefined) this.#lesson(type, data);
  }

  #point(name: string, along: string, point: Point): void {
    const series = this.#series.get(name) ?? { along, points: [] };
    this.#series.set(name, series);
    series.points.push(point);
  }

  #decide(decision: Decision, data: Json): void {
    this.decisions.push(decision);
    const spent = numberAt(data, 'spent');
    // As the audit counts it: acceptances raise the level of later trials without using up more.
    if (spent !== undefined) {
      this.spent += spent / (1 + this.#acceptances);
      if (decision.verdict === 'accepted') this.#acceptances += 1;
    }
    const round = numberAt(data, 'round');
    if (textAt(data, 'template') !== undefined) return;
    if (round !== undefined && decision.candidate !== null) {
      const score = numberAt(data, 'score') ?? decision.candidate;
      this.#point('score', 'round', { x: round, y: score });
      this.score = score;
    } else if (decision.candidate !== null && decision.incumbent !== null) {
      this.#point('incumbent', 'trial', { x: this.decisions.length, y: decision.incumbent });
      this.#point('candidate', 'trial', { x: this.decisions.length, y: decision.candidate });
    }
  }

  #begin(data: Json): void {
    this.alpha = numberAt(data, 'alpha') ?? null;
    this.simulated = fieldAt(data, 'simulated') === true;
    for (const [name, most] of entriesAt(data, 'settings', 'limits')) {
      if (typeof most === 'number') this.limits.push({ name, most });
    }
  }

  #trainingScore(data: Json): void {
    const [hard, tasks] = [numberAt(data, 'hard'), numberAt(data, 'tasks')];
    if (hard === undefined || tasks === undefined || tasks === 0) return;
    const { low, high } = wilsonInterval(Math.round(hard * tasks), tasks, 0.95);
    this.#point('training score', 'step', { x: numberAt(data, 'step') ?? this.steps.done + 1, y: hard, low, high });
    this.scoreBefore ??= hard;
    this.score = hard;
  }

  #stepEnded(data: Json): void {
    this.steps = { done: numberAt(data, 'step') ?? this.steps.done + 1, total: this.steps.total };
    for (const [, stage] of entriesAt(data, 'tokens')) this.#use(stage);
    this.#used = { ...this.#used, rollouts: this.#used.rollouts + (numberAt(data, 'rollouts') ?? 0) };
    const length = numberAt(data, 'candidateLength') ?? numberAt(data, 'length');
    if (length !== undefined && length > 0) this.#point('skill length', 'step', { x: this.steps.done, y: length });
  }

  #use(stage: Json): void {
    const add = (name: keyof Used): number => this.#used[name] + (numberAt(stage, name) ?? 0);
    this.#used = {
      calls: add('calls'),
      promptTokens: add('promptTokens'),
      completionTokens: add('completionTokens'),
      dollars: add('dollars'),
      rollouts: this.#used.rollouts,
    };
  }

  #useAll(spent: Json | undefined): void {
    if (spent === undefined) return;
    const of = (name: keyof Used): number => numberAt(spent, name) ?? this.#used[name];
    this.#used = {
      calls: of('calls'),
      promptTokens: of('promptTokens'),
      completionTokens: of('completionTokens'),
      dollars: of('dollars'),
      rollouts: of('rollouts'),
    };
  }

  #tested(data: Json): void {
    this.scoreBefore = numberAt(data, 'before', 'score') ?? this.scoreBefore;
    this.score = numberAt(data, 'after', 'score') ?? this.score;
    this.headline = data;
  }

  /** The first skill is the one that was asked about; the other one is what it is compared with. */
  #evaluated(data: Json): void {
    const [own, other] = listAt(data, 'scores');
    this.score = numberAt(own, 'score') ?? null;
    this.scoreBefore = numberAt(other, 'score') ?? null;
    this.headline = data;
  }

  #questionsJudged(data: Json): void {
    const x = numberAt(data, 'iteration') ?? this.steps.done + 1;
    this.steps = { done: x, total: this.steps.total };
    this.#used = { ...this.#used, calls: numberAt(data, 'judgeCalls') ?? this.#used.calls };
    const level = numberAt(data, 'level');
    if (level !== undefined) {
      this.#point('mean judged score', 'iteration', { x, y: level });
      this.scoreBefore ??= level;
      this.score = level;
    }
    this.#point('reliability of questions', 'iteration', {
      x,
      y: numberAt(data, 'reliability') ?? 0,
      low: numberAt(data, 'reliabilityLow'),
      high: numberAt(data, 'reliabilityHigh'),
    });
  }

  #examined(data: Json): void {
    this.scoreBefore = numberAt(data, 'before') ?? this.scoreBefore;
    this.score = numberAt(data, 'after') ?? this.score;
    this.headline = data;
  }

  /** The mean score of all slots (template at a level) seen so far, as each stands: what a lesson adds shows at once. */
  #lesson(type: string, data: Json): void {
    const slot = skillName({ template: textAt(data, 'template') ?? '', level: numberAt(data, 'level') ?? 0 });
    if (type === 'template-reported') {
      this.#reported(data);
      return;
    }
    const [before, score] = [numberAt(data, 'before'), numberAt(data, 'score')];
    const isKept = type === 'candidate-accepted' || type === 'skill-taken' || type === 'candidate-forced';
    const now = isKept ? score : before;
    if (now === undefined) return;
    this.#lessons += 1;
    this.#slots.set(slot, now);
    const mean = [...this.#slots.values()].reduce((sum, value) => sum + value, 0) / this.#slots.size;
    const learnt = [...this.#slots.values()].filter((value) => value >= LEARNT).length;
    this.#point('skills learnt', 'lesson', { x: this.#lessons, y: learnt });
    this.#point('mean score of what was practised', 'lesson', { x: this.#lessons, y: mean });
    this.score = mean;
    this.scoreBefore ??= before ?? null;
    this.steps = { done: this.#lessons, total: null };
  }

  #reported(data: Json): void {
    const known = listAt(this.headline ?? [], 'templates');
    this.headline = { templates: [...known, data] };
    const all = listAt(this.headline, 'templates');
    const mean = (name: string): number =>
      all.reduce<number>((sum, row) => sum + (numberAt(row, name) ?? 0), 0) / Math.max(1, all.length);
    this.score = mean('after');
    this.scoreBefore = mean('before');
  }

  #generic({ seq, data }: RunEvent): void {
    if (textAt(data, 'template') !== undefined) return;
    for (const field of genericFields) {
      const y = numberAt(data, field);
      if (y === undefined) continue;
      this.#point(field, 'event', { x: seq, y });
      this.score = y;
      this.scoreBefore ??= y;
      return;
    }
  }
}
