/**
 * Blind races on every template at level 1, with a fifth of the default budget, and then at level 2 (or the levels named) with all of it, all classes; scores
 * of the installed machines on held-out tasks. Bases come before wrappers, so that their skills can be terms. Prints a JSON line for each race.
 *
 *     node --import tsx bench/evolve-sweep.bench.ts [--seed 1] [--levels 1,2] [--tasks 200] [NAME…]
 */
import { parseArgs } from 'node:util';
import { type Learnt, raceDefaults } from '#bem';
import { blindRace } from '#loops';
import { templates } from '#tasks';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    levels: { type: 'string', default: '1,2' },
    tasks: { type: 'string', default: '200' },
  },
});
const warmUp = { episodes: raceDefaults.budget.episodes / 5, effort: raceDefaults.budget.effort / 5 };
const levels = values.levels.split(',').map(Number);
const isWrapper = (name: string): boolean => name.includes('(');
const chosen = [...templates]
  .sort((a, b) => Number(isWrapper(a.name)) - Number(isWrapper(b.name)))
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const skills: Learnt[] = [];
for (const template of chosen) {
  for (const level of levels.filter((one) => one <= template.levels.length)) {
    const started = process.cpuUsage();
    // Lower levels only warm up: a fifth of what the highest may spend.
    const budget = level === levels.at(-1) ? raceDefaults.budget : warmUp;
    const common = { template, level, seed: values.seed, tasks: Number(values.tasks), skills };
    const { learnt, ...row } = blindRace({ ...common, budget });
    const { user, system } = process.cpuUsage(started);
    if (learnt !== null) skills.push(learnt);
    process.stdout.write(`${JSON.stringify({ ...row, seconds: (user + system) / 1e6 })}\n`);
  }
}
