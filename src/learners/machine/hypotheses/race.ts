import { type Hash, hashOf, type Rng } from '#foundation/kernel';
import { type LessonKnobs, turnLessonKnobs } from '../search-knobs.ts';
import { type BitEpisode, Evidence } from './evidence.ts';
import type { HypothesisClass, Learnt } from './hypothesis-class.ts';
import { InstalledThinker } from './installed-thinker.ts';
import { type Budget, EPISODE_EFFORT, Exhausted, Meter } from './meter.ts';
import type { Practice } from './practice.ts';
import type { ThinkPlan } from './think-plan.ts';

/** How a race is held. */
export interface RaceOptions {
  readonly classes: readonly HypothesisClass[];
  readonly practice: Practice;
  readonly rng: Rng;
  /** Of the race as a whole. */
  readonly budget: Budget;
  /** Steps of evidence that are held at most, each of up to a kilobyte: past them the race is over, whatever is left of its budget. */
  readonly held: number;
  /** Fresh episodes on which an installed hypothesis is tried. */
  readonly trial: number;
  /** Lanes of the machines, a multiple of 128. */
  readonly lanes: number;
  /** Once something was found, the others may spend this many times what its class had spent by then. */
  readonly patience: number;
  readonly knobs: LessonKnobs;
  /** What was learnt before: carried over where it fits, and terms for new hypotheses. */
  readonly skills?: readonly Learnt[];
  /** Whether what recurs in these skills makes terms cheaper; it does unless told. */
  readonly hasLibrary?: boolean;
  /** What is in force on this face: what equals it is no entry, and what is not better does not win. */
  readonly incumbent?: { readonly learnt: Learnt; readonly plan: ThinkPlan };
}

/** How a race is held with these knobs, where nothing else is asked for. */
export function raceSettings(
  knobs: LessonKnobs,
): Pick<RaceOptions, 'budget' | 'held' | 'trial' | 'lanes' | 'patience' | 'knobs'> {
  const { heldSteps: held, trialEpisodes: trial, patience } = knobs;
  return { budget: { episodes: 60_000, effort: 2e8 }, held, trial, lanes: 128, patience, knobs };
}

export const raceDefaults = raceSettings(turnLessonKnobs());

/** A hypothesis that was installed and tried. */
export interface Entry {
  readonly learnt: Learnt;
  readonly says: string;
  /** Mean return of the installed machine on fresh episodes. */
  readonly mean: number;
  /** The lowest of those returns. */
  readonly lowest: number;
  /** Length of the hypothesis in bits. */
  readonly bits: number;
  /** Gates for one action, think-steps included. */
  readonly gates: number;
  readonly thinkSteps: number;
  readonly behaviour: Hash;
  /** What its class had spent by then. */
  readonly spent: Budget;
  /** Whether it was learnt before and only carried over. */
  readonly carried: boolean;
}

/** How a race ended. */
export interface RaceResult {
  readonly winner?: Entry & { readonly installed: InstalledThinker };
  readonly tried: readonly Entry[];
  /** Classes that the face admits, with what each spent. */
  readonly contenders: readonly {
    readonly class: string;
    readonly spent: Budget;
    readonly entries: number;
    /** How far its best came from chance to the highest return seen; absent where it proposed nothing. */
    readonly reached?: number;
  }[];
  readonly spent: Budget;
  /** Mean return of chance. */
  readonly chance: number;
  readonly evidence: Evidence;
}

interface Contender {
  readonly class: HypothesisClass;
  readonly meter: Meter;
  readonly search: Generator<unknown, 'settled' | void, void>;
  entries: number;
  over: boolean;
  /** The best mean return of what it proposed, and what it had spent by then. */
  best: number;
  bettered: number;
}

/**
 * The cost by which turns are dealt out. A class has stalled when it spent as much again as it had spent by its best, and nothing better came of it; then what it
 * spends counts more, so that more is left to those that still look for a first proposal.
 */
function costOf({ meter, entries, bettered }: Contender, { leastStall, stalledCost }: LessonKnobs): number {
  const isStalled = entries > 0 && meter.total > 2 * bettered + leastStall;
  return isStalled ? stalledCost * meter.total : meter.total;
}

/** What is in force, and what it earned in this race. */
interface Bar {
  readonly installed: InstalledThinker;
  readonly hypothesis: Hash;
  readonly mean: number;
}

/** Whether an actor does in every step of these episodes what was done there. */
function actsAlike(actor: InstalledThinker, episodes: readonly BitEpisode[]): boolean {
  for (let first = 0; first < episodes.length; first += actor.lanes) {
    const lanes = episodes.slice(first, first + actor.lanes);
    const longest = Math.max(...lanes.map(({ steps }) => steps.length));
    actor.begin();
    for (let t = 0; t < longest; t += 1) {
      const actions = actor.act(lanes.map(({ steps }) => steps[t]?.observation));
      const isSame = lanes.every(({ steps }, lane) => {
        const step = steps[t];
        return step === undefined || isSameBits(step.action, actions[lane]);
      });
      if (!isSame) return false;
    }
  }
  return true;
}

function isSameBits(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return a.length === b?.length && a.every((bit, i) => bit === b[i]);
}

/**
 * Races every class that the structure of the face admits. Whoever has spent least has the next turn, what is spent without getting better counting more, so that
 * a blind choice costs at most as many times the winner's effort as there are classes. What a class proposes is installed in a machine, and the machine is tried
 * on fresh episodes; the highest mean return wins, the shorter hypothesis among equals. The race ends when
 * nothing seen so far is better than every one of a winner's returns, when the others were patient enough, or with the budget: when the episodes are spent, those
 * that still look for a first proposal go on with what was played.
 *
 * @source successive allocation to the least-spent arm: Levin 1973, universal search, with equal shares
 */
export function race(options: RaceOptions): RaceResult {
  return new Race(options).run();
}

class Race {
  private readonly options: RaceOptions;
  private readonly evidence = new Evidence();
  private readonly contenders: Contender[] = [];
  private readonly tried: Entry[] = [];
  private readonly trials = new Meter();
  private best: (Entry & { readonly installed: InstalledThinker }) | undefined;
  private chance = 0;
  private settled = false;
  private bar: Bar | undefined;

  constructor(options: RaceOptions) {
    this.options = options;
  }

  run(): RaceResult {
    const { classes, practice, knobs } = this.options;
    const look = practice.play('chance', knobs.firstLook);
    this.evidence.add(look);
    this.trials.spendEpisodes(look.length);
    this.chance = look.reduce((sum, { total }) => sum + total, 0) / look.length;
    this.bar = this.measureIncumbent();
    const admitted = classes.filter((each) => each.admits(practice.face));
    for (const each of admitted) this.enter(each);
    while (!this.isOver()) {
      const hasPlayed = this.hasPlayed();
      const next = this.contenders
        .filter(({ over, entries }) => !over && !(hasPlayed && entries > 0))
        .reduce<Contender | undefined>(
          (a, b) => (a === undefined || costOf(b, knobs) < costOf(a, knobs) ? b : a),
          undefined,
        );
      if (next === undefined) break;
      this.turn(next);
    }
    return this.result();
  }

  private measureIncumbent(): Bar | undefined {
    const { incumbent, practice, lanes, trial } = this.options;
    if (incumbent === undefined) return undefined;
    const installed = new InstalledThinker(incumbent.plan, lanes);
    const played = practice.play(installed, trial);
    this.trials.spendEpisodes(played.length);
    this.evidence.add(played);
    const totals = played.map(({ total }) => total);
    return {
      installed,
      hypothesis: hashOf(incumbent.learnt.hypothesis),
      mean: totals.reduce((sum, total) => sum + total, 0) / totals.length,
    };
  }

  /** What was learnt before is tried at once: often a level is solved before it is practised. */
  private enter(each: HypothesisClass): void {
    const { practice, rng, budget, knobs, skills = [], hasLibrary = true, incumbent } = this.options;
    const carried = skills
      .filter((skill) => skill.class === each.name)
      .map(({ hypothesis, face }) => each.carry(hypothesis, face, practice.face))
      .filter((hypothesis) => hypothesis !== undefined)
      .filter((hypothesis, i, all) => all.findIndex((other) => hashOf(other) === hashOf(hypothesis)) === i);
    const meter = new Meter(budget);
    const counted: Practice = {
      face: practice.face,
      get played() {
        return practice.played;
      },
      play: (actor, episodes, failed) => {
        if (this.hasPlayed()) throw new Exhausted();
        const played = practice.play(actor, episodes, failed);
        meter.spendEpisodes(played.length);
        this.evidence.add(played);
        return played;
      },
    };
    const contender: Contender = {
      class: each,
      meter,
      search: each.propose({
        face: practice.face,
        practice: counted,
        evidence: this.evidence,
        meter,
        knobs,
        rng: rng.fork(each.name),
        carried,
        skills,
        kept: hasLibrary ? skills : [],
        ...(incumbent?.learnt.class === each.name && { inForce: incumbent.learnt.hypothesis }),
      }),
      entries: 0,
      over: false,
      best: -Infinity,
      bettered: 0,
    };
    this.contenders.push(contender);
    for (const hypothesis of carried.toReversed()) if (!this.isUnbeaten()) this.try(contender, hypothesis, true);
  }

  private turn(contender: Contender): void {
    const before = contender.meter.total;
    const { value, done } = this.next(contender);
    if (done === true) {
      contender.over = true;
      this.settled ||= value === 'settled' && this.best?.learnt.class === contender.class.name;
    } else if (value !== undefined) this.try(contender, value, false);
    // A turn that costs nothing would be taken for ever.
    if (contender.meter.total === before) contender.meter.spend(1);
  }

  /** A search that spent the budget of the whole race within its turn is over. */
  private next({ search }: Contender): IteratorResult<unknown, 'settled' | void> {
    try {
      return search.next();
    } catch (error) {
      if (error instanceof Exhausted) return { done: true, value: undefined };
      throw error;
    }
  }

  private try(contender: Contender, hypothesis: unknown, carried: boolean): void {
    const { practice, trial, lanes } = this.options;
    const { class: kind, meter } = contender;
    const { bar } = this;
    if (bar?.hypothesis === hashOf(hypothesis)) return;
    const installed = new InstalledThinker(kind.toMachine(hypothesis, practice.face), lanes);
    const played = practice.play(installed, trial);
    this.trials.spendEpisodes(played.length);
    this.evidence.add(played);
    if (bar !== undefined && actsAlike(bar.installed, played)) return;
    const totals = played.map(({ total }) => total);
    const entry: Entry = {
      learnt: { class: kind.name, hypothesis, face: practice.face },
      says: kind.describe(hypothesis, practice.face),
      mean: totals.reduce((sum, total) => sum + total, 0) / totals.length,
      lowest: Math.min(...totals),
      bits: kind.cost(hypothesis),
      gates: installed.gatesPerAction,
      thinkSteps: installed.plan.thinkSteps,
      behaviour: installed.behaviour(),
      spent: meter.spent,
      carried,
    };
    this.tried.push(entry);
    contender.entries += 1;
    if (entry.mean > contender.best) [contender.best, contender.bettered] = [entry.mean, meter.total];
    const { best } = this;
    const isBetter =
      best === undefined || entry.mean > best.mean || (entry.mean === best.mean && entry.bits < best.bits);
    if (isBetter) this.best = { ...entry, installed };
  }

  private isOver(): boolean {
    const { budget, held, patience, knobs } = this.options;
    const { best, contenders } = this;
    if (this.spent().effort >= budget.effort || this.evidence.steps >= held) return true;
    if (best === undefined) return false;
    if (this.settled) return true;
    if (this.isUnbeaten()) return true;
    const cost = best.spent.effort + EPISODE_EFFORT * best.spent.episodes;
    // What is far below the best that was ever seen is waited for longer.
    const reached = (best.mean - this.chance) / Math.max(1e-9, this.evidence.highest - this.chance);
    const waited =
      (patience * Math.max(knobs.leastWait, cost)) / Math.min(1, Math.max(knobs.leastReached, reached)) ** 2;
    return best.mean > this.chance && contenders.every(({ over, meter }) => over || meter.total > waited);
  }

  /** Whether all episodes are spent: who proposed nothing yet may go on with what was played. */
  private hasPlayed(): boolean {
    return this.spent().episodes >= this.options.budget.episodes;
  }

  /** Whether every return of the best was as high as any that was ever seen. */
  private isUnbeaten(): boolean {
    const { best, chance, evidence } = this;
    return best !== undefined && best.lowest >= evidence.highest && best.mean > chance;
  }

  private spent(): Budget {
    const all = [this.trials, ...this.contenders.map(({ meter }) => meter)];
    return {
      episodes: all.reduce((sum, { spent }) => sum + spent.episodes, 0),
      effort: all.reduce((sum, { spent }) => sum + spent.effort, 0),
    };
  }

  private result(): RaceResult {
    const { best, tried, contenders, chance, evidence, bar } = this;
    return {
      ...(best !== undefined && best.mean > Math.max(chance, bar?.mean ?? chance) ? { winner: best } : {}),
      tried,
      contenders: contenders.map(({ class: kind, meter, entries, best: mean }) => ({
        class: kind.name,
        spent: meter.spent,
        entries,
        ...(entries > 0 && { reached: (mean - chance) / Math.max(1e-9, evidence.highest - chance) }),
      })),
      spent: this.spent(),
      chance,
      evidence,
    };
  }
}
