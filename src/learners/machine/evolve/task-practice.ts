import type { Actor, BitEpisode, Practice } from '#learners/machine/hypotheses';
import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { type FacePorts, portsOfFace } from '#foundation/contracts/words';
import { createRng, type Rng } from '#foundation/kernel';
import { drawAt, type Sample, type Score, scoreGame } from '#tasks/play';
import type { Setting, Split } from '#tasks/settings';
import { seenOf } from './episode-regret.ts';
import { playByChance, playTasks } from './play-tasks.ts';

/** Which tasks are played, and through which face. */
export interface TaskSource {
  readonly template: AnyTemplate;
  readonly setting: Setting;
  readonly seed: string | number;
  readonly split: Split;
  /** Index of the first task. */
  readonly first?: number;
  /** Another face than the template's own, as in tests of invariance. */
  readonly face?: BitFace<unknown, unknown>;
}

function faceOf({ template, setting, face }: TaskSource): BitFace<unknown, unknown> {
  return face ?? template.bits(setting.params);
}

function drawMany({ template, setting, seed, split }: TaskSource, first: number, count: number): Sample[] {
  return Array.from({ length: count }, (_, i) => drawAt(template, setting, { seed, split, index: first + i }));
}

/** How often a task on which the skill in force failed is practised. */
const REPLAYS = 8;

/**
 * Practice on the tasks of one template and level, each played once. While `hard` tasks last, every second task that chance plays, or that a class asks
 * for as hard, is one of them: a class learns from what is not known yet. A trial of a hypothesis plays fresh tasks only, so that all are tried alike.
 */
export class TaskPractice implements Practice {
  readonly face: FacePorts;
  private readonly source: TaskSource;
  private readonly bits: BitFace<unknown, unknown>;
  private readonly rng: Rng;
  private readonly hard: readonly Sample[];
  private count = 0;
  private replayed = 0;

  constructor(source: TaskSource, hard: readonly Sample[] = []) {
    this.source = source;
    this.hard = hard;
    this.bits = faceOf(source);
    this.face = portsOfFace(this.bits);
    const { template, setting, seed, first = 0 } = source;
    this.rng = createRng(`practice/${template.name}/${setting.setting}/${seed}/${first}`);
  }

  get played(): number {
    return this.count;
  }

  play(actor: 'chance' | Actor, episodes: number, failed = actor === 'chance'): readonly BitEpisode[] {
    const fresh = drawMany(this.source, (this.source.first ?? 0) + this.count, episodes);
    this.count += episodes;
    const tasks = failed ? this.withHard(fresh) : fresh;
    return actor === 'chance'
      ? playByChance(this.bits, tasks, this.rng).episodes
      : playTasks(actor, this.bits, tasks).episodes;
  }

  private withHard(tasks: readonly Sample[]): readonly Sample[] {
    const left = REPLAYS * this.hard.length - this.replayed;
    const replaced = Math.min(left, Math.floor(tasks.length / 2));
    const first = this.replayed;
    this.replayed += replaced;
    return tasks.map((task, i) =>
      i % 2 === 1 && i < 2 * replaced ? this.hard[(first + (i - 1) / 2) % this.hard.length]! : task,
    );
  }
}

/** Those of the tasks on which an actor stays well below the best return. */
export function failedTasks(actor: Actor, source: TaskSource, count: number): Sample[] {
  const tasks = drawMany(source, source.first ?? 0, count);
  const { games } = playTasks(actor, faceOf(source), tasks);
  return tasks.filter((_, i) => !seenOf(scoreGame(games[i]!)).passed);
}

/** What an actor earns on tasks, judged by the verifier of their template. Nothing is learnt. */
export function scoreActor(actor: Actor, source: TaskSource, count: number): Score[] {
  const tasks = drawMany(source, source.first ?? 0, count);
  return playTasks(actor, faceOf(source), tasks).games.map(scoreGame);
}
