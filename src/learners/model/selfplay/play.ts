import type { Json } from '#foundation/contracts';
import type { Blobs, Journal, Timer, Usage } from '#foundation/contracts/ports';
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
import {
  amountOf,
  type Budget,
  createBudget,
  createStopwatch,
  type Price,
  type Role,
  type Stopwatch,
} from '#ratchet/budget';
import type { SelfPlaySettings } from './settings.ts';
import { ceilingOf } from './sample-ceiling.ts';

const nothing: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

export type TrainedRole = 'generator' | 'solver';
/** `weak` is a model that answers in the weak regime alone. */
export type WritingRole = TrainedRole | 'weak';

/** The world of a run: who writes, who answers, who judges. The judge gives judgements and nothing else. */
export interface SelfPlayPorts {
  readonly trainers: Readonly<Record<TrainedRole, Trainer>>;
  /** A smaller model in the place of the solver's weak regime; it is never trained. */
  readonly weak?: Trainer;
  readonly judge: AnswerJudge;
  /** Dollars per million tokens, for a limit in dollars. */
  readonly prices?: Readonly<Partial<Record<WritingRole | 'judge', Price>>>;
  readonly form: QuestionForm;
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly timer: Timer;
  /** Questions that are never asked, such as those of an examination to come. */
  readonly reserved?: ReadonlySet<string>;
  /** Sees each event as it is emitted; no decision depends on it. */
  readonly watch?: (type: string, data: Readonly<Record<string, unknown>>) => void;
}

/** A run's calls to the world: each is recorded, counted and held to the limits. What a run knows is no part of it. */
export class Play {
  readonly settings: SelfPlaySettings;
  readonly ports: SelfPlayPorts;
  readonly stopwatch: Stopwatch;
  /** Gives back the room that was kept for the last trial. */
  readonly releaseTrial: () => void;
  /** Judgements are what it counts beside calls of models. */
  private readonly budget: Budget;
  private readonly serving = new Map<string, Promise<Sampler>>();

  constructor(settings: SelfPlaySettings, ports: SelfPlayPorts) {
    this.settings = settings;
    this.ports = ports;
    const { judgeCalls, modelCalls, ...limits } = settings.limits;
    this.budget = createBudget({
      limits: {
        ...limits,
        ...(judgeCalls !== undefined && { rollouts: judgeCalls }),
        ...(modelCalls !== undefined && { calls: modelCalls }),
      },
      prices: ports.prices ?? {},
      counted: { rollouts: 'judge calls', calls: 'model calls' },
    });
    const spenders: readonly Role[] = [
      'generator',
      'solver',
      'judge',
      ...(ports.weak === undefined ? [] : ['weak' as const]),
    ];
    // A limit in dollars is refused before anything is spent, where someone has no price.
    for (const role of spenders) this.budget.reserve(0, { role, usage: nothing, rollouts: 0 });
    this.stopwatch = createStopwatch(ports.journal, ports.timer, settings.limits);
    // Room for the last trial is kept, so that a run whose budget ends still says what it is worth.
    const ceiling = { role: 'judge', usage: nothing, rollouts: 1 } as const;
    const calls = Math.min(trialCalls(settings, ports), this.budget.room(ceiling));
    this.releaseTrial = this.budget.setAside(calls, ceiling);
  }

  /** What was used so far. */
  get tally(): { readonly [what in 'judgeCalls' | 'modelCalls' | 'tokens' | 'dollars']: number } {
    const { rollouts, calls, promptTokens, completionTokens, dollars } = this.budget.spent();
    return { judgeCalls: rollouts, modelCalls: calls, tokens: promptTokens + completionTokens, dollars };
  }

  /** The stream of chance of one purpose. */
  rng(...path: readonly (string | number)[]): Rng {
    return createRng(['selfplay', this.settings.seed, ...path].join('/'));
  }

  emit(type: string, data: Parameters<Journal['emit']>[1]): void {
    this.ports.journal.emit(type, data);
    if (isRecord(data)) this.ports.watch?.(type, data);
  }

  /** Tells of a part of the run, and records what was told: an audit holds the event against it. */
  async report(type: string, data: { readonly [name: string]: Json }): Promise<void> {
    const { iteration = null } = data;
    await this.ports.journal.step('report-play', { type, iteration }, () => data);
    this.emit(type, data);
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
    await this.stopwatch.left();
    const room = this.budget.reserve(1, { role, usage: ceilingOf(requests), rollouts: 0 });
    const inputs = { checkpoint: { ...checkpoint }, requests: hashOf(requests.map((request) => ({ ...request }))) };
    const { texts, usage } = await this.ports.journal.call(`write-${role}`, inputs, async () => {
      const sampler = await this.sampler(role, checkpoint);
      const replies = await sampler.sample(requests);
      // What a model does not tell is charged at the most it could be.
      const used = replies.map((reply, i) => reply?.usage ?? ceilingOf(requests.slice(i, i + 1)));
      return { texts: replies.map((reply) => reply?.text ?? null), usage: sumOf(used, this.ports.prices?.[role]) };
    });
    room.settle(`write-${role}`, { ...usage, calls: requests.length });
    this.budget.close();
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
    await this.stopwatch.left();
    const { judge, journal } = this.ports;
    const most = { ...(judge.meter?.most(asked) ?? nothing), calls: 0 };
    const room = this.budget.reserve(1, { role: 'judge', usage: most, rollouts: items.length });
    const inputs = { judge: judge.id, items: hashOf([...items]) };
    const { verdicts, usage } = await journal.call(name, inputs, async () => ({
      verdicts: [...(await ask(items))],
      usage: { ...(judge.meter?.take() ?? nothing), calls: 0 },
    }));
    room.settle(name, usage);
    this.budget.close();
    return verdicts;
  }

  /** Stops serving every checkpoint except these. */
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

/** The most judge calls of a trial, with a look at the judge before it; none where they are not limited. */
function trialCalls({ limits, gate }: SelfPlaySettings, { judge, trainers }: SelfPlayPorts): number {
  if (limits.judgeCalls === undefined || trainers.solver.methods.length === 0) return 0;
  return 2 * gate.questions * gate.passes + 80 + 24 * (judge.members?.length ?? 0);
}

/** All usages as one, in dollars where one of them tells its own. */
function sumOf(all: readonly Usage[], price: Price | undefined): Usage {
  const sum = (read: (usage: Usage) => number): number => all.reduce((total, usage) => total + read(usage), 0);
  return {
    calls: sum(({ calls }) => calls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    ...(all.some(({ dollars }) => dollars !== undefined) && {
      dollars: sum((usage) => amountOf(usage, 0, price).dollars),
    }),
  };
}

/** Where pairs come from. Not the name of the run: checkpoints are named by what they learnt, and equal runs have equal hashes. */
export function sourceOf({ settings }: Play): string {
  return `selfplay, seed ${settings.seed}`;
}
