import type { Json } from '#foundation/contracts';
import { isBudgetSpent } from '#ratchet/budget';
import { gateDefaults, tasksToDecide } from '#ratchet/gate';
import type { TypeFall } from '#ratchet/gate/trials';
import type { SkillTask } from '#foundation/contracts/skills';
import { type Hash, hashOf } from '#foundation/kernel';
import type { Interval } from '#foundation/statistics';
import { type LintFinding, lintSkill } from '#learners/skill/checks';
import type { RuleProvenance } from '#learners/skill/document';
import type { JudgeMeasure } from '#learners/skill/judging';
import type { AskCounts, Rollout } from '#ratchet/rollout';
import { measureRollouts, scoreRollouts, type SkillScore } from './measure-skill.ts';
import { measureRules } from './measure-rules.ts';
import { type PairedDifference, pairedDifference } from './paired-difference.ts';
import type { SkillVersion } from '../skill-version.ts';
import { asJson } from '../propose/step.ts';
import type { Remembering, Telling, TrainRun, Trying } from '../train-run.ts';
import { pickTasks } from '../pick-tasks.ts';
import { tellTrial, tryVersion } from '../trial/trial.ts';
import { whyNothing } from './why-nothing.ts';

/** A candidate that looked better, but was not shown to be. */
export interface OpenCandidate {
  readonly version: SkillVersion;
  readonly gain: number;
  readonly interval: Interval;
  readonly tasks: number;
  /** Validation tasks beyond these that would decide, if the gain is what it seems. */
  readonly more: number | null;
}

/** What came of a run. */
export interface TrainSummary {
  readonly best: SkillVersion;
  readonly final: SkillVersion;
  /** On the sealed test split; on the validation tasks with fresh rollouts where there is none. */
  readonly score: {
    readonly split: 'test' | 'validation' | 'none';
    readonly before: SkillScore | null;
    readonly after: SkillScore | null;
    readonly final: SkillScore | null;
    /** Best minus initial skill on the same tasks; on a sealed split only, for on other tasks the trial chose by them. */
    readonly difference: PairedDifference | null;
    /** Without a test split: what the trial saw of the best skill above its fresh score, and is not in it. Null on a sealed split. */
    readonly optimism: number | null;
  };
  /** Gate scores on the validation tasks, as last measured: of the first, the best and the final skill. */
  readonly selection: { readonly baseline: number | null; readonly best: number | null; readonly final: number | null };
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly skipped: number;
  readonly steps: number;
  readonly bestStep: number;
  readonly rollouts: number;
  readonly unscored: number;
  readonly retries: number;
  /** Rollouts with a reply that was cut off at its limit of tokens. */
  readonly cut: number;
  /** Tasks that the model's service refused, and why. */
  readonly refused: Readonly<Record<string, string>>;
  /** What became of the questions to the optimizer. */
  readonly asked: AskCounts;
  /** What each role used. */
  readonly roles: Json;
  readonly spent: Json;
  readonly stages: Json;
  readonly unknownUsage: number;
  /** Calls that used more than was reserved for them; a limit may have been passed by as much. */
  readonly overshot: number;
  /** What calls may have used that a crash cut off, at their ceilings; it is no part of `spent`, nor of the hash. */
  readonly lost: Json;
  readonly stopped: string | null;
  /** Types of tasks on which the last accepted change made the skill worse; absent where there are none. */
  readonly fallen?: readonly TypeFall[];
  /** Types of too few validation tasks to see whether the last accepted change made them worse; absent where there are none. */
  readonly unwatched?: readonly string[];
  /** Where lines were to be left out: what came of it, or why it was skipped. */
  readonly shortened?: string;
  /** Where a judge scored: how far it can be trusted, and the tasks that were left out. */
  readonly judge?: JudgeMeasure;
  /** What looked better but could not be decided, with about how many validation tasks would decide it; null where there is nothing. */
  readonly open: OpenCandidate | null;
  /** Why nothing was learned; empty where something was. */
  readonly why: readonly string[];
  readonly rules: readonly RuleProvenance[];
  /** What is wrong with the best skill: repeats, contradictions, length, leaks. Follows from it, so no part of the hash. */
  readonly lint: readonly LintFinding[];
  readonly isSimulated: boolean;
}

/** What the end of a run showed: why each rule is there, and the score. */
export type Finished = Pick<TrainSummary, 'rules' | 'score'>;

/** Promotes the final skill if it is better than the best, measures its rules, and opens the test split. */
export async function finishRun(run: TrainRun, stopped: string | null): Promise<Finished> {
  if (stopped === null) await promote(run);
  const rules = await measureRules(run);
  await run.journal.step('explain-rules', {}, () => asJson(rules));
  for (const rule of rules) run.emit('rule-explained', asJson(rule));
  const score = await headline(run).catch((error: unknown) => {
    // Wall time may be over before the test begins; then there is no headline, and nothing is made up for it.
    if (isBudgetSpent(error)) return noScore;
    throw error;
  });
  return { rules, score };
}

/** What else a run has to tell. */
interface Told extends Finished {
  readonly stopped: string | null;
  readonly shortened: string | undefined;
  readonly judge: JudgeMeasure | undefined;
}

/** Sums up; nothing is measured any more. */
export async function summarise(
  run: TrainRun,
  { rules, score, stopped, shortened, judge }: Told,
): Promise<TrainSummary> {
  const { state, budget } = run;
  const counts = run.rollouts.counts();
  const summary: TrainSummary = {
    best: state.best,
    final: state.current,
    score,
    selection: { baseline: state.baselineScore, best: state.bestScore, final: state.currentScore },
    accepted: state.accepted,
    rejected: state.refused,
    undecided: state.undecided,
    skipped: state.skipped,
    steps: state.history.length,
    bestStep: state.bestStep,
    ...counts,
    asked: run.asked(),
    roles: asJson(budget.byRole()),
    spent: asJson(budget.spent()),
    stages: asJson(budget.byStage()),
    unknownUsage: budget.unknown(),
    overshot: run.isLimited ? budget.overshot() : 0,
    lost: asJson(budget.lost()),
    stopped,
    ...(state.fallen.length === 0 ? {} : { fallen: state.fallen }),
    ...(state.unwatched.length === 0 ? {} : { unwatched: state.unwatched }),
    ...(shortened === undefined ? {} : { shortened }),
    ...(judge === undefined ? {} : { judge }),
    open: openOf(run),
    why: state.accepted > 0 ? [] : whyNothing(run, stopped),
    rules,
    lint: lintSkill(state.best.skill, run.guarded),
    isSimulated: run.world.isSimulated,
  };
  const { lost: _lost, lint: _lint, ...told } = summary;
  const facts = asJson({
    ...told,
    best: nameOf(state.best),
    final: nameOf(state.current),
    open: summary.open === null ? null : { ...summary.open, version: nameOf(summary.open.version) },
    rules: rules.length,
  });
  run.emit('run-ended', await run.journal.step('end-training', {}, () => facts));
  return summary;
}

/** The tasks of the headline, in their order, under the world that its rollouts are recorded under. */
async function keepTestTasks(
  { journal, rollouts }: TrainRun,
  split: string,
  tasks: readonly SkillTask[],
): Promise<void> {
  await journal.step('test-tasks', { world: rollouts.world }, () => ({
    split,
    tasks: tasks.map((task) => [task.id, hashOf(task), task.type ?? '']),
  }));
}

function openOf({ state, settings }: Telling & Remembering): OpenCandidate | null {
  if (state.left === undefined) return null;
  const { version, evidence } = state.left;
  const { gain, interval, outcomes } = evidence;
  const needed = tasksToDecide(outcomes, settings.gate.alpha ?? gateDefaults.alpha);
  const more = needed === null ? null : Math.max(1, needed - outcomes.length);
  return { version, gain, interval, tasks: outcomes.length, more };
}

function nameOf({ hash, origin }: SkillVersion): { hash: Hash; origin: string } {
  return { hash, origin };
}

/** The current skill may differ from the best after forced changes; it is promoted only if the gate finds it better. */
async function promote(run: Telling & Remembering & Trying): Promise<void> {
  const { state } = run;
  if (state.current.hash === state.best.hash) return;
  const claim = 'the final skill is better than the best before it';
  const tried = await tryVersion(run, state.current, claim, { incumbent: state.best });
  await tellTrial(run, 'promotion of the final skill', state.current, tried);
  const isBetter = run.gate.isTested
    ? tried.verdict === 'accept'
    : (tried.candidateScore ?? 0) > (tried.incumbentScore ?? 0);
  if (isBetter) run.book.promoted(tried);
}

const noScore: TrainSummary['score'] = {
  split: 'none',
  before: null,
  after: null,
  final: null,
  difference: null,
  optimism: null,
};

async function headline(run: TrainRun): Promise<TrainSummary['score']> {
  const { state, settings } = run;
  if (!settings.testAtEnd) return noScore;
  run.enter('test');
  const sealed = pickTasks(run.world.open(), settings.testTasks, `${settings.seed}/test`);
  const tasks = sealed.length > 0 ? sealed : [...run.validation.values()];
  const split = sealed.length > 0 ? 'test' : 'validation';
  run.releaseTest();
  await keepTestTasks(run, split, tasks);
  const seen = split === 'test' ? [] : state.bestSeen;
  const roll = (version: SkillVersion): Promise<Rollout[]> => measureRollouts(run, version, tasks, 'test');
  const [first, best, last] = [await roll(state.initial), await roll(state.best), await roll(state.current)];
  const before = scoreRollouts(first, settings) ?? null;
  const tried = split === 'test' ? 1 : Math.max(1, state.accepted + state.refused + state.undecided);
  const after = scoreRollouts(best, settings, { selected: seen, tried }) ?? null;
  const chosen = state.current === state.best ? { selected: seen, tried } : { tried };
  const final = scoreRollouts(last, settings, chosen) ?? null;
  const optimism = seen.length === 0 || after === null ? null : after.optimism;
  const difference = split === 'test' ? (pairedDifference(best, first, settings) ?? null) : null;
  const score = { split, before, after, final, difference, optimism } as const;
  run.emit('skill-tested', asJson({ ...score, score: after?.score ?? null }));
  return score;
}
