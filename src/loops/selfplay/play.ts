import type { Blobs, Journal, Timer } from '#contracts/ports';
import type {
  AnswerJudge,
  Checkpoint,
  CompareItem,
  Preference,
  QuestionForm,
  SampleRequest,
  Sampler,
  ScoreItem,
  Trainer,
} from '#contracts/self-play';
import { createRng, Fault, hashOf, isRecord, type Rng } from '#kernel';
import { createStopwatch, type Stopwatch } from '../budget/stopwatch.ts';
import type { SelfPlaySettings } from './settings.ts';

export type TrainedRole = 'generator' | 'solver';

/** The world of a run: who writes, who answers, who judges. The judge gives judgements and nothing else. */
export interface SelfPlayPorts {
  readonly trainers: Readonly<Record<TrainedRole, Trainer>>;
  readonly judge: AnswerJudge;
  readonly form: QuestionForm;
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly timer: Timer;
  /** Questions that are never asked, such as those of an examination to come. */
  readonly reserved?: ReadonlySet<string>;
  /** Sees each event as it is emitted; no decision depends on it. */
  readonly watch?: (type: string, data: Readonly<Record<string, unknown>>) => void;
}

/** What was used so far. */
export interface Tally {
  judgeCalls: number;
  modelCalls: number;
  tokens: number;
  passesSaved: number;
}

/** One run at work: every call to the world goes through here, is recorded, counted and held to the limits. */
export class Play {
  readonly settings: SelfPlaySettings;
  readonly ports: SelfPlayPorts;
  readonly tally: Tally = { judgeCalls: 0, modelCalls: 0, tokens: 0, passesSaved: 0 };
  /** Judge calls kept for the trial at the end. */
  aside = 0;
  private readonly stopwatch: Stopwatch;
  private readonly serving = new Map<string, Promise<Sampler>>();

  constructor(settings: SelfPlaySettings, ports: SelfPlayPorts) {
    this.settings = settings;
    this.ports = ports;
    this.stopwatch = createStopwatch(ports.journal, ports.timer, settings.limits.milliseconds);
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

  /** Texts of a role at a checkpoint; null where the infrastructure failed for good. */
  async write(
    role: TrainedRole,
    checkpoint: Checkpoint,
    requests: readonly SampleRequest[],
  ): Promise<readonly (string | null)[]> {
    if (requests.length === 0) return [];
    const { limits } = this.settings;
    this.holdTo('model calls', this.tally.modelCalls + requests.length, limits.modelCalls);
    const most = requests.reduce((sum, { prompt, maxTokens }) => sum + maxTokens + prompt.length, 0);
    this.holdTo('tokens', this.tally.tokens + (limits.tokens === undefined ? 0 : most), limits.tokens);
    const inputs = { checkpoint: { ...checkpoint }, requests: hashOf(requests.map((request) => ({ ...request }))) };
    const result = await this.ports.journal.call(`write-${role}`, inputs, async () => {
      const sampler = await this.sampler(role, checkpoint);
      const replies = await sampler.sample(requests);
      const tokens = replies.reduce((sum, reply) => {
        const usage = reply?.usage;
        return sum + (usage === undefined ? 0 : usage.promptTokens + usage.completionTokens);
      }, 0);
      return { texts: replies.map((reply) => reply?.text ?? null), tokens };
    });
    this.tally.modelCalls += requests.length;
    this.tally.tokens += result.tokens;
    return result.texts;
  }

  async score(items: readonly ScoreItem[]): Promise<readonly (number | null)[]> {
    if (items.length === 0) return [];
    this.requireJudge(items.length);
    const inputs = { judge: this.ports.judge.id, items: hashOf([...items]) };
    const { scores } = await this.ports.journal.call('judge-scores', inputs, async () => ({
      scores: [...(await this.ports.judge.score(items))],
    }));
    this.tally.judgeCalls += items.length;
    return scores;
  }

  async compare(items: readonly CompareItem[]): Promise<readonly (Preference | null)[]> {
    if (items.length === 0) return [];
    this.requireJudge(items.length);
    const inputs = { judge: this.ports.judge.id, items: hashOf([...items]) };
    const { preferences } = await this.ports.journal.call('judge-pairs', inputs, async () => ({
      preferences: [...(await this.ports.judge.compare(items))],
    }));
    this.tally.judgeCalls += items.length;
    return preferences;
  }

  /** Serves no checkpoint any more but these. */
  async retireOthers(inUse: readonly Checkpoint[]): Promise<void> {
    const keep = new Set(inUse.map(({ id }) => id));
    for (const key of this.serving.keys()) {
      const [role, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      if (keep.has(id)) continue;
      this.serving.delete(key);
      const trainer = this.ports.trainers[role === 'generator' ? 'generator' : 'solver'];
      await trainer.retire({ id, backend: '', where: '' });
    }
  }

  private sampler(role: TrainedRole, checkpoint: Checkpoint): Promise<Sampler> {
    const key = `${role} ${checkpoint.id}`;
    const served = this.serving.get(key) ?? this.ports.trainers[role].serve(checkpoint);
    this.serving.set(key, served);
    return served;
  }

  private requireJudge(more: number): void {
    const limit = this.settings.limits.judgeCalls;
    this.holdTo('judge calls', this.tally.judgeCalls + this.aside + more, limit);
  }

  private holdTo(what: string, amount: number, limit: number | undefined): void {
    if (amount <= (limit ?? Infinity)) return;
    throw new Fault('loops/budget-spent', `the next calls could pass the limit of ${limit} ${what}`, {
      details: { limit, what },
    });
  }
}
