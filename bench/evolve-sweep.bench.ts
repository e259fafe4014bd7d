/**
 * Blind races on every template, all classes: levels 2, 3 and 4 with half of the default budget, 1 and the highest with a tenth of it; scores
 * of the installed machines on held-out tasks. Bases come before wrappers, so that their skills can be terms. Prints a JSON line for each race.
 *
 *     node --import tsx bench/evolve-sweep.bench.ts [--seed 1] [--tasks 200] [--out FILE] [--learnt-in FILE] [NAME…]
 *
 * With `--out` each line is also added to a file, and a race that the file has is not run again: what was stopped goes on, with the skills that it had
 * (beside the file, as FILE.skills). With `--learnt-in` only those levels are raced that a file of another seed has learnt, and the levels below them.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Learnt, raceDefaults } from '#learners/machine/hypotheses';
import { blindRace } from '#learners/machine/evolve';
import { templates } from '#tasks/registry';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    tasks: { type: 'string', default: '200' },
    out: { type: 'string' },
    'learnt-in': { type: 'string' },
  },
});

/** A level that was raced, as far as the next ones depend on it. */
interface Raced {
  readonly template: string;
  readonly level: number;
  readonly seed: string;
  readonly score: number;
}

function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

const share = (part: number): { episodes: number; effort: number } => ({
  episodes: raceDefaults.budget.episodes * part,
  effort: raceDefaults.budget.effort * part,
});
const isWrapper = (name: string): boolean => name.includes('(');
const chosen = [...templates]
  .sort((a, b) => Number(isWrapper(a.name)) - Number(isWrapper(b.name)))
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name));

/** Levels in a row below half of the way, after which the higher ones are not tried. */
const GIVE_UP = 2;
const HALF = 0.5;
const LEARNT = 0.9;
const MIDDLE = [2, 3, 4];

const { out } = values;
const done = out === undefined ? [] : linesOf<Raced>(out).filter(({ seed }) => seed === values.seed);
const skills = out === undefined ? [] : linesOf<Learnt>(`${out}.skills`);
const learntBefore =
  values['learnt-in'] === undefined
    ? undefined
    : linesOf<Raced>(values['learnt-in']).filter(({ score, level }) => score >= LEARNT && level >= MIDDLE[0]!);

/** The highest level that is worth a race. */
function highestOf(name: string, levels: number): number {
  if (learntBefore === undefined) return levels;
  return learntBefore.reduce((high, { template, level }) => (template === name ? Math.max(high, level) : high), 0);
}

for (const template of chosen) {
  let failed = 0;
  const count = template.levels.length;
  const levels = [...new Set([1, ...MIDDLE, count])].filter((one) => one <= highestOf(template.name, count));
  for (const level of levels) {
    if (failed === GIVE_UP) break;
    const known = done.find((row) => row.template === template.name && row.level === level);
    const score = known?.score ?? raceAt(template, level);
    failed = score < HALF ? failed + 1 : 0;
  }
}

function raceAt(template: (typeof templates)[number], level: number): number {
  const started = process.cpuUsage();
  const budget = share(MIDDLE.includes(level) ? 0.5 : 0.1);
  const common = { template, level, seed: values.seed, tasks: Number(values.tasks), skills };
  const { learnt, ...row } = blindRace({ ...common, budget });
  const { user, system } = process.cpuUsage(started);
  const line = `${JSON.stringify({ ...row, seconds: (user + system) / 1e6 })}\n`;
  if (learnt !== null) skills.push(learnt);
  if (out !== undefined) {
    if (learnt !== null) appendFileSync(`${out}.skills`, `${JSON.stringify(learnt)}\n`);
    appendFileSync(out, line);
  }
  process.stdout.write(line);
  return row.score;
}
