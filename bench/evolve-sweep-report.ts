/**
 * Puts the lines of `bench/evolve-sweep.bench.ts`, one file per seed, together as a result.
 *
 *     node --import tsx bench/evolve-sweep-report.ts [--note 'what a reader must know'] --out bench/results/evolve-sweep.json seed-1.jsonl seed-2.jsonl …
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { atLeast } from './target.ts';
import { recorded } from './provenance/provenance.ts';
import { portsOfFace } from '#foundation/contracts/words';
import { mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';

const Row = z.object({
  template: z.string(),
  level: z.int(),
  seed: z.string(),
  class: z.string().nullable(),
  score: z.number(),
  episodes: z.number(),
  seconds: z.number(),
});
type Row = z.infer<typeof Row>;

/** Learnt: this much of the way from chance to the best, on held-out tasks, in the mean over seeds. */
const LEARNT = 0.9;
/** A level counts where every cheap player stays below this share. */
const CHEAP = 0.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, note: { type: 'string', multiple: true } },
});
const lines = positionals.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
const read = lines.filter((line) => line !== '').map((line) => Row.parse(JSON.parse(line)));
/** A race that was run again after a stop is the same race. */
const rows: Row[] = [...new Map(read.map((row) => [`${row.template}@${row.level}/${row.seed}`, row])).values()];
const seeds = new Set(rows.map(({ seed }) => seed)).size;

/** The best cheap player of a level, as the page of the template says. */
function cheapAt(template: string, level: number): number | null {
  try {
    const page = readFileSync(new URL(`../docs/tasks/${template.replace(/\(.*/u, '')}.md`, import.meta.url), 'utf8');
    const found = new RegExp(`^\\| ${level} \\|[^|]*\\|[^|]*\\| ([-\\d.]+) \\|`, 'mu').exec(page);
    return found === null ? null : Number(found[1]);
  } catch {
    return null;
  }
}

/** Half of a 95 % interval of a mean over seeds. */
function half(values: readonly number[]): number {
  const freedom = values.length - 1;
  return freedom < 1 ? 0 : quantileOfT(0.95, freedom) * Math.sqrt(variance(values) / values.length);
}

interface Cell {
  readonly template: string;
  readonly level: number;
  readonly isHighest: boolean;
  readonly scores: readonly number[];
  readonly classes: readonly string[];
  readonly cheap: number | null;
  readonly episodes: number;
}

const cells: Cell[] = [...new Set(rows.map(({ template, level }) => `${template}@${level}`))].map((name) => {
  const at = name.lastIndexOf('@');
  const [template, level] = [name.slice(0, at), Number(name.slice(at + 1))];
  const own = rows.filter((row) => row.template === template && row.level === level);
  return {
    template,
    level,
    isHighest: level === findTemplate(template).levels.length,
    scores: own.map(({ score }) => score),
    classes: [...new Set(own.map((row) => row.class ?? 'nothing'))],
    cheap: cheapAt(template, level),
    episodes: mean(own.map(({ episodes }) => episodes)),
  };
});

const counts = (cell: Cell): boolean =>
  cell.level >= 2 && mean(cell.scores) >= LEARNT && cell.cheap !== null && cell.cheap < CHEAP;
const counted = cells.filter(counts);
const templatesOf = (some: readonly Cell[]): string[] => [...new Set(some.map(({ template }) => template))];
const plain = cells.filter(({ level, scores }) => level >= 2 && mean(scores) >= LEARNT);
const isBinary = (template: string): boolean => {
  const found = findTemplate(template);
  return portsOfFace(found.bits(settingOf(found, 1).params)).action.width === 1;
};

const result = recorded({
  suite: 'evolve-sweep',
  quick: false,
  seed: 1,
  configuration: { seeds, heldOut: 200, learnt: LEARNT, cheap: CHEAP, reward: 'only', classes: 'all, raced blindly' },
  cpuSeconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
  tables: [
    {
      title:
        'Blind races on every template: held-out score of the installed machine, mean over seeds with 95 % intervals',
      columns: [
        'template',
        'level',
        'highest',
        'seeds',
        'score',
        'least',
        'class',
        'best cheap player',
        'counts',
        'episodes',
      ],
      rows: cells.map((cell) => [
        cell.template,
        cell.level,
        cell.isHighest ? 'yes' : '',
        cell.scores.length,
        cell.scores.length < 2
          ? mean(cell.scores).toFixed(3)
          : `${mean(cell.scores).toFixed(3)} ± ${half(cell.scores).toFixed(3)}`,
        Math.min(...cell.scores).toFixed(3),
        cell.classes.join(', '),
        cell.cheap === null ? 'not measured' : cell.cheap.toFixed(3),
        counts(cell) ? 'yes' : '',
        Math.round(cell.episodes),
      ]),
    },
  ],
  plots: [],
  targets: [
    atLeast('templates learnt at level 2 or more where no cheap player reaches 0.5', templatesOf(counted).length, 20),
    atLeast('templates learnt at level 2 or more, cheap players aside', templatesOf(plain).length, 20),
    atLeast('of those that count, at their highest level', templatesOf(counted.filter((c) => c.isHighest)).length, 5),
  ],
  notes: [
    ...(values.note ?? []),
    `Those that count: ${templatesOf(counted).join(', ')}; ${templatesOf(counted).filter(isBinary).length} of them answer with one bit.`,
    `Their families: ${[...new Set(templatesOf(counted).map((name) => findTemplate(name).family))].join(', ')}.`,
    'Learnt means a mean of 0.9 or more over the seeds. Skills learnt at lower levels, and on bases before wrappers, may be carried over.',
  ],
});

const text = `${JSON.stringify(result, null, 2)}\n`;
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
