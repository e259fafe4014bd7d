import type { Actor, BitEpisode, Practice } from '#learners/machine/hypotheses';
import type { AnyTemplate, BitFace } from '#foundation/contracts/tasks';
import { type FacePorts, portsOfFace } from '#foundation/contracts/words';
import { createRng, type Rng } from '#foundation/kernel';
import { drawAt, type Sample, type Score, scoreGame } from '#tasks/play';
import type { Setting, Split } from '#tasks/settings';
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

/** Practice on the tasks of one template and level, each played once. */
export class TaskPractice implements Practice {
  readonly face: FacePorts;
  private readonly source: TaskSource;
  private readonly bits: BitFace<unknown, unknown>;
  private readonly rng: Rng;
  private count = 0;

  constructor(source: TaskSource) {
    this.source = source;
    this.bits = faceOf(source);
    this.face = portsOfFace(this.bits);
    const { template, setting, seed, first = 0 } = source;
    this.rng = createRng(`practice/${template.name}/${setting.setting}/${seed}/${first}`);
  }

  get played(): number {
    return this.count;
  }

  play(actor: 'chance' | Actor, episodes: number): readonly BitEpisode[] {
    const tasks = drawMany(this.source, (this.source.first ?? 0) + this.count, episodes);
    this.count += episodes;
    return actor === 'chance'
      ? playByChance(this.bits, tasks, this.rng).episodes
      : playTasks(actor, this.bits, tasks).episodes;
  }
}

/** What an actor earns on tasks, judged by the verifier of their template. Nothing is learnt. */
export function scoreActor(actor: Actor, source: TaskSource, count: number): Score[] {
  const tasks = drawMany(source, source.first ?? 0, count);
  return playTasks(actor, faceOf(source), tasks).games.map(scoreGame);
}
