import type { Json } from '#foundation/contracts';
import type { Blobs, Journal, Timer } from '#foundation/contracts/ports';
import type {
  AnswerJudge,
  Checkpoint,
  CompareItem,
  JudgeItems,
  Preference,
  QuestionForm,
  RankItem,
  Ranking,
  SampleRequest,
  Sampler,
  ScoreItem,
  Trainer,
} from '#foundation/contracts/self-play';
import { createRng, Fault, hashOf, invariant, isRecord, type Rng } from '#foundation/kernel';
import { createStopwatch, type Price, type Stopwatch } from '#ratchet/budget';
import type { SelfPlaySettings } from './settings.ts';
import { ceilingOf, type Spender, Spending, type Tally } from './spending.ts';

export type TrainedRole = 'generator' | 'solver';
/** `weak` is a model that only answers in the weak regime. */
export type WritingRole = TrainedRole | 'weak';

/** The world of a run: who writes, who answers, who judges. The judge gives judgements and nothing else. */
export interface SelfPlayPorts {
  readonly trainers: Readonly<Record<TrainedRole, Trainer>>;
  /** A smaller model in the place of the solver's weak regime; it is never trained. */
  readonly weak?: Trainer;
  readonly judge: AnswerJudge;
  /** Dollars per million tokens, for a limit in dollars. */
  readonly prices?: Readonly<Partial<Record<Spender, Price>>>;
  readonly form: QuestionForm;
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly timer: Timer;
  /** Questions that are never asked, such as those of an examination to come. */
  readonly reserved?: ReadonlySet<string>;
  /** Sees each event as it is emitted; no decision depends on it. */
  readonly watch?: (type: string, data: Readonly<Record<string, unknown>>) => void;
}

/** One run at work: every call to the world goes through here, is recorded, counted and held to the limits. */
export class Play {
  readonly settings: SelfPlaySettings;
  readonly ports: SelfPlayPorts;
  readonly spending: Spending;
  private readonly stopwatch: Stopwatch;
  private readonly serving = new Map<string, Promise<Sampler>>();

  constructor(settings: SelfPlaySettings, ports: SelfPlayPorts) {
    this.settings = settings;
    this.ports = ports;
    this.spending = new Spending(settings.limits, ports.prices ?? {});
    this.spending.requirePrices([
      'generator',
      'solver',
      'judge',
      ...(ports.weak === undefined ? [] : ['weak' as const]),
    ]);
    this.stopwatch = createStopwatch(ports.journal, ports.timer, settings.limits.milliseconds);
  }

  get tally(): Tally {
    return this.spending.tally;
  }

  /** The stream of chance of one purpose. */
  rng(...path: readonly (string | number)[]): Rng {
    return createRng(['selfplay', this.settings.seed, ...path].join('/'));
  }

  emit(type: string, data: Parameters<Journal['emit']>[1]): void {
    this.ports.journal.emit(type, data);
    if (isRecord(data)) this.ports.watch?.(type, data);
  }

  /** Throws `loops/budget-spent` when the time is over. */
  async checkTime(): Promise<void> {
    await this.stopwatch.left();
  }

  /** Who answers in the weak regime: the solver at this checkpoint, unless another model was named for it. */
  async weakAt(checkpoint: Checkpoint): Promise<{ readonly role: WritingRole; readonly checkpoint: Checkpoint }> {
    const { weak } = this.ports;
    return weak === undefined ? { role: 'solver', checkpoint } : { role: 'weak', checkpoint: await weak.start() };
  }

  /** Texts of a role at a checkpoint; null where the infrastructure failed for good. */
  async write(
    role: WritingRole,
    checkpoint: Checkpoint,
    requests: readonly SampleRequest[],
  ): Promise<readonly (string | null)[]> {
    if (requests.length === 0) return [];
    await this.checkTime();
    this.spending.makeRoom(role, requests.length, ceilingOf(requests));
    const inputs = { checkpoint: { ...checkpoint }, requests: hashOf(requests.map((request) => ({ ...request }))) };
    const { texts, ...used } = await this.ports.journal.call(`write-${role}`, inputs, async () => {
      const sampler = await this.sampler(role, checkpoint);
      const replies = await sampler.sample(requests);
      const costs = replies.map((reply, i) =>
        this.spending.costOf(role, reply?.usage ?? ceilingOf(requests.slice(i, i + 1))),
      );
      return {
        texts: replies.map((reply) => reply?.text ?? null),
        tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
        dollars: costs.reduce((sum, { dollars }) => sum + dollars, 0),
      };
    });
    this.spending.book(role, requests.length, used);
    return texts;
  }

  score(items: readonly ScoreItem[]): Promise<readonly (number | null)[]> {
    const { judge } = this.ports;
    return this.judged('judge-scores', { score: items }, items, (own) => judge.score(own));
  }

  compare(items: readonly CompareItem[]): Promise<readonly (Preference | null)[]> {
    const { judge } = this.ports;
    return this.judged('judge-pairs', { compare: items }, items, (own) => judge.compare(own));
  }

  rank(items: readonly RankItem[]): Promise<readonly (Ranking | null)[]> {
    const { judge } = this.ports;
    return this.judged('judge-rankings', { rank: items }, items, (own) => {
      if (judge.rank !== undefined) return judge.rank(own);
      throw new Fault('models/judge-failed', `judge ${judge.id} puts no lists in order`, {
        hint: 'Set selfplay.rankPasses to 0, or teach the judge to answer rankings.',
      });
    });
  }

  private async judged<Item extends Json, Verdict extends Json>(
    name: string,
    asked: JudgeItems,
    items: readonly Item[],
    ask: (items: readonly Item[]) => Promise<readonly (Verdict | null)[]>,
  ): Promise<readonly (Verdict | null)[]> {
    if (items.length === 0) return [];
    await this.checkTime();
    const { judge, journal } = this.ports;
    this.spending.makeRoom('judge', items.length, judge.meter?.most(asked));
    const inputs = { judge: judge.id, items: hashOf([...items]) };
    const { verdicts, ...used } = await journal.call(name, inputs, async () => ({
      verdicts: [...(await ask(items))],
      ...this.spending.costOf('judge', judge.meter?.take()),
    }));
    this.spending.book('judge', items.length, used);
    return verdicts;
  }

  /** Serves no checkpoint any more but these. */
  async retireOthers(inUse: readonly Checkpoint[]): Promise<void> {
    const keep = new Set(inUse.map(({ id }) => id));
    for (const key of this.serving.keys()) {
      const [role, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      if (keep.has(id) || role === 'weak') continue;
      this.serving.delete(key);
      const trainer = this.ports.trainers[role === 'generator' ? 'generator' : 'solver'];
      await trainer.retire({ id, backend: '', where: '' });
    }
  }

  private sampler(role: WritingRole, checkpoint: Checkpoint): Promise<Sampler> {
    const key = `${role} ${checkpoint.id}`;
    const trainer = role === 'weak' ? this.ports.weak : this.ports.trainers[role];
    invariant(trainer !== undefined, 'a weak model answers only where one is named');
    const served = this.serving.get(key) ?? trainer.serve(checkpoint);
    this.serving.set(key, served);
    return served;
  }
}

/** Where pairs come from. Not the name of the run: checkpoints are named by what they learnt, and equal runs have equal hashes. */
export function sourceOf({ settings }: Play): string {
  return `selfplay, seed ${settings.seed}`;
}
