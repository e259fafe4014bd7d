import type { SkillTask } from '#foundation/contracts/skills';
import { mean } from '#foundation/statistics';
import { removableRules, type Rule, traceRules, withoutRules } from '#learners/skill/document';
import type { UpdateItem } from '#learners/skill/edits';
import { ceilingOf } from '#ratchet/rollout';
import { blameLines, readTasks } from './blame-lines.ts';
import { meanHard, practiseAll } from '../propose/practise.ts';
import { asJson } from '../propose/step.ts';
import { keepVersion, type SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering, Telling, Trying } from '../train-run.ts';

/** Tasks on which a line is left out at most, and those it must win to be kept before all were played. */
const TASKS = 10;
const SHOWN = 2;
/** The part of what is left that pruning may take; a pass of the trial stays in any case. */
const SHARE = 1 / 3;
/** Rollouts that a line which lost nothing counts against its idea: it comes back only where it is measured alone. */
const DOUBT = { good: 0, bad: 2 };

/** A new line, the tasks behind it, and on how many of them the skill did better with it than without it. */
interface Probe {
  readonly rule: Rule;
  readonly tasks: readonly SkillTask[];
  readonly lead: number;
  readonly played: number;
  /** Whether both sides passed on all of them: then they do not tell the two apart. */
  readonly isAtCeiling: boolean;
}

/**
 * Leaves out what rides along: the gate sees a bundle as a whole, so a line that does nothing would be kept for what the others do.
 * Each new line is left out alone, task by task, until it is shown to be needed; lines that lost nothing go together, if together they lose
 * nothing either. A bundle of one line is its own trial, and one of which nothing is needed is left to the gate as it is. A tie where everything
 * passes takes back nothing that rollouts have proved before.
 *
 * @source leave-one-out, then Zeller & Hildebrandt 2002 (delta debugging) over what may go
 */
export async function pruneDraft(
  run: Telling & Remembering & Practising & Trying,
  version: SkillVersion,
  items: readonly UpdateItem[],
): Promise<SkillVersion> {
  if (run.settings.search.creditTasks === 0) return version;
  const probes = probesOf(run, version, items);
  const room = run.budget.room(ceilingOf(run.world));
  const { rollouts: begun } = run.rollouts.counts();
  const most = Math.min(SHARE * room, room - 2 * run.validation.size);
  const hasRoom = (more: number): boolean => run.rollouts.counts().rollouts - begun + more <= most;
  if (probes.length < 2 || !hasRoom(2 * TASKS)) return version;
  run.enter('credit');
  const whole = new Map<string, number>();
  let found = probes;
  for (let round = 0; round < TASKS; round += 1)
    found = await playRound(run, { version, whole, hasRoom }, found, round);
  const isIdle = ({ rule, lead, played, tasks, isAtCeiling }: Probe): boolean =>
    lead <= 0 && played === tasks.length && !(isAtCeiling && isProved(run, rule));
  let idle = found.filter(isIdle);
  if (idle.length === removableRules(version.skill).length - known(run).size) idle = [];
  while (idle.length > 1 && !(await loseNothing(run, { version, whole, hasRoom }, idle)))
    idle = idle.slice(0, Math.ceil(idle.length / 2));
  for (const { rule } of idle) run.book.ideaMeasured(rule.text, DOUBT);
  run.emit(
    'draft-pruned',
    asJson({
      candidate: version.hash,
      lines: found.map((probe) => ({
        line: probe.rule.text,
        lead: probe.lead,
        tasks: probe.played,
        goes: idle.includes(probe),
      })),
    }),
  );
  return idle.length === 0 ? version : without(run, version, idle);
}

/** Whether rollouts spoke for the line before: in a race, or in a review. */
function isProved({ state }: Remembering, { text }: Rule): boolean {
  const idea = state.ideas.find((each) => each.text.trim() === text.trim());
  return idea !== undefined && idea.good > idea.bad;
}

function known({ state }: Remembering): ReadonlySet<string> {
  return new Set(removableRules(state.current.skill).map(({ id }) => id));
}

/**
 * The new lines with the tasks that they speak of, the easiest first and again where they are few. Lines that speak of no task come
 * first: they may do anything or nothing, and are played on the tasks whose failures put them there.
 */
function probesOf(
  run: Remembering & Practising & Trying,
  version: SkillVersion,
  items: readonly UpdateItem[],
): readonly Probe[] {
  const { current, rules, effects, pool } = run.state;
  const traced = traceRules(rules, { before: current.skill, after: version.skill, items, step: 0, effects });
  const causes = new Map(traced.map(({ ruleId, origins }) => [ruleId, new Set(origins.flatMap((one) => one.causes))]));
  const spoken = new Map(
    blameLines(version, pool.values(), readTasks(run.train)).map(({ rule, tasks }) => [rule.id, tasks]),
  );
  const old = known(run);
  const fresh = removableRules(version.skill).filter(({ id }) => !old.has(id));
  return [...fresh.filter(({ id }) => !spoken.has(id)), ...fresh.filter(({ id }) => spoken.has(id))].flatMap((rule) => {
    const behind = spoken.get(rule.id) ?? run.train.filter(({ id }) => causes.get(rule.id)?.has(id) === true);
    if (behind.length === 0) return [];
    const tasks = Array.from({ length: TASKS }, (_, i) => behind[i % behind.length]!);
    return [{ rule, tasks, lead: 0, played: 0, isAtCeiling: true }];
  });
}

interface Pruning {
  readonly version: SkillVersion;
  /** What the whole bundle scored, by task and time: a task that is played again is met anew. */
  readonly whole: Map<string, number>;
  readonly hasRoom: (more: number) => boolean;
}

/** Plays every open line on its next task, as many lines as there is room for. */
async function playRound(
  run: Telling & Remembering & Practising & Trying,
  { version, whole, hasRoom }: Pruning,
  probes: readonly Probe[],
  round: number,
): Promise<readonly Probe[]> {
  const fresh = new Map<string, SkillTask>();
  const open: Probe[] = [];
  for (const probe of probes) {
    if (probe.played < round || probe.lead >= SHOWN) continue;
    const key = meetingOf(probe, round);
    const isNew = !whole.has(key) && !fresh.has(key);
    if (!hasRoom(open.length + fresh.size + 1 + Number(isNew))) break;
    if (isNew) fresh.set(key, probe.tasks[round]!);
    open.push(probe);
  }
  if (open.length === 0) return probes;
  const [kept = [], ...left] = await practiseAll(
    run,
    [
      { version, tasks: [...fresh.values()] },
      ...open.map((probe) => ({ version: without(run, version, [probe]), tasks: [probe.tasks[round]!] })),
    ],
    'credit',
  );
  for (const [i, key] of [...fresh.keys()].entries()) whole.set(key, meanHard([kept[i]!]));
  return probes.map((probe) => {
    const at = open.indexOf(probe);
    if (at < 0) return probe;
    const before = whole.get(meetingOf(probe, round)) ?? 0;
    const after = meanHard(left[at]!);
    const isAtCeiling = probe.isAtCeiling && before === 1 && after === 1;
    return { ...probe, lead: probe.lead + before - after, played: round + 1, isAtCeiling };
  });
}

/** A task, and the how manyth time the line meets it. */
function meetingOf({ tasks }: Probe, round: number): string {
  const { id } = tasks[round]!;
  return `${tasks.slice(0, round).filter((task) => task.id === id).length} ${id}`;
}

/** Whether all of these lines together do as well left out as in, on the tasks behind them. */
async function loseNothing(
  run: Telling & Remembering & Practising & Trying,
  { version, whole, hasRoom }: Pruning,
  idle: readonly Probe[],
): Promise<boolean> {
  const tasks = [...new Set(idle.flatMap((probe) => probe.tasks))];
  if (!hasRoom(tasks.length)) return false;
  const [made = []] = await practiseAll(run, [{ version: without(run, version, idle), tasks }], 'credit');
  const before = mean(tasks.map(({ id }) => whole.get(`0 ${id}`) ?? 0));
  return meanHard(made) >= before;
}

function without(run: Telling, version: SkillVersion, probes: readonly Probe[]): SkillVersion {
  const skill = withoutRules(version.skill, new Set(probes.map(({ rule }) => rule.id)));
  return keepVersion(skill, `${version.origin}_pruned`, run.journal);
}
