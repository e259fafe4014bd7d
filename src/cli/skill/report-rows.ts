import { z } from 'zod';
import type { PairedDifference, TrainSummary } from '#loops';

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
export function mishapRows({ cut, rollouts, refused, asked, retries }: MishapCounts): readonly Row[] {
  const rows: Row[] = [];
  if (retries > 0) rows.push(['tries again', `${retries}, after outages`]);
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

type MishapCounts = Pick<TrainSummary, 'cut' | 'rollouts' | 'refused' | 'asked' | 'retries'>;

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
