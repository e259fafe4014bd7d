/**
 * Blind races on every template, all classes: levels 2 and 3 with half of the default budget, 1, 4 and the highest with a tenth of it; scores
 * of the installed machines on held-out tasks. Bases come before wrappers, so that their skills can be terms. Prints a JSON line for each race.
 *
 *     node --import tsx bench/evolve-sweep.bench.ts [--seed 1] [--tasks 200] [NAME…]
 */
import { parseArgs } from 'node:util';
import { type Learnt, raceDefaults } from '#bem/synthesis/classes';
import { blindRace } from '#loops/evolve';
import { templates } from '#tasks/registry';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    tasks: { type: 'string', default: '200' },
  },
});
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

const skills: Learnt[] = [];
for (const template of chosen) {
  let failed = 0;
  for (const level of new Set([1, 2, 3, 4, template.levels.length].filter((one) => one <= template.levels.length))) {
    if (failed === GIVE_UP) break;
    const started = process.cpuUsage();
    const budget = share(level === 2 || level === 3 ? 0.5 : 0.1);
    const common = { template, level, seed: values.seed, tasks: Number(values.tasks), skills };
    const { learnt, ...row } = blindRace({ ...common, budget });
    const { user, system } = process.cpuUsage(started);
    if (learnt !== null) skills.push(learnt);
    failed = row.score < HALF ? failed + 1 : 0;
    process.stdout.write(`${JSON.stringify({ ...row, seconds: (user + system) / 1e6 })}\n`);
  }
}
