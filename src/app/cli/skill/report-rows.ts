import { z } from 'zod';
import type { JudgeMeasure } from '#learners/skill/judging';
import type { PairedDifference, TrainSummary } from '#learners/skill/train';

type Row = readonly [name: string, text: string];

const Used = z.object({
  calls: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  dollars: z.number(),
});

/** A difference of scores with its interval: `+12.0 points [+4.1, +20.3], better on 14 tasks, worse on 2`. */
export function showDifference({ mean, low, high, wins, losses }: PairedDifference): string {
  const points = (value: number): string => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(1)}`;
  return `${points(mean)} points [${points(low)}, ${points(high)}], better on ${wins} tasks, worse on ${losses}`;
}

/** What went wrong on the way, each with what to do about it. */
export function mishapRows({ cut, rollouts, refused, asked, retries, judge }: MishapCounts): readonly Row[] {
  const rows: Row[] = judge === undefined ? [] : [['judge', showJudge(judge)]];
  const again = retries + asked.retries;
  if (again > 0) rows.push(['tries again', `${again}, after outages`]);
  if (cut > 0) rows.push(['cut replies', `${cut} of ${rollouts} replies were cut at maxTokens: raise it`]);
  if (asked.cut > 0) {
    rows.push(['cut proposals', `${asked.cut} of ${asked.replies} replies of the optimizer were cut and not used`]);
  }
  const tasks = Object.entries(refused);
  if (tasks.length > 0) {
    const named = tasks.slice(0, 5).map(([id]) => id);
    const more = tasks.length > named.length ? ` and ${tasks.length - named.length} more` : '';
    rows.push(['refused', `${named.join(', ')}${more}: not scored (${tasks[0]![1].slice(0, 160)})`]);
  }
  if (asked.refused > 0) rows.push(['refused questions', `${asked.refused} of the optimizer's`]);
  return rows;
}

type MishapCounts = Pick<TrainSummary, 'cut' | 'rollouts' | 'refused' | 'asked' | 'retries' | 'judge'>;

/** How far a judge can be trusted, and what it cannot judge: `measured on 40 tasks: looks agree 0.97 …; left out: a, b (why)`. */
export function showJudge({ tasks, consistency, controls, labels, unjudgeable }: JudgeMeasure): string {
  const parts = [`measured on ${tasks} tasks: repeated looks agree ${consistency.value.toFixed(2)}`];
  if (controls !== undefined)
    parts.push(`${Math.round(100 * controls.refused)} % of replies to other tasks scored lower`);
  if (labels !== undefined) parts.push(`agrees with ${labels.agreed} of ${labels.count} labels`);
  const lost = Object.entries(unjudgeable);
  const named = lost.slice(0, 5).map(([id]) => id);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
  if (lost.length > 0) parts.push(`${lost.length} left out: ${named.join(', ')}${more} (${lost[0]![1]})`);
  return parts.join('; ');
}

/** Calls, tokens and money of each role, then the time. */
export function spentRows({ roles, spent }: Pick<TrainSummary, 'roles' | 'spent'>, seconds: number): readonly Row[] {
  const rows: Row[] = [];
  for (const [role, used] of Object.entries(z.record(z.string(), Used).catch({}).parse(roles))) {
    rows.push([role, showUse(used)]);
  }
  const all = Used.safeParse(spent).data;
  if (all !== undefined && rows.length > 1) rows.push(['in all', showUse(all)]);
  return [...rows, ['time', showSeconds(seconds)]];
}

function showUse({ calls, promptTokens, completionTokens, dollars }: z.infer<typeof Used>): string {
  const count = (value: number): string => Math.round(value).toLocaleString('en');
  const money = dollars > 0 ? `, $${dollars.toFixed(dollars < 1 ? 4 : 2)}` : '';
  return `${count(calls)} calls, ${count(promptTokens)} tokens in, ${count(completionTokens)} out${money}`;
}

function showSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
