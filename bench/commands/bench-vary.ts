import { z } from 'zod';
import { loadVary } from '../vary/load-vary.ts';
import { type Table, tableLines } from '#app/report';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode } from '#app/cli';

const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((part) => part.trim()))])
  .default([]);
const whole = (low: number, high: number, value: number) => z.coerce.number().int().min(low).max(high).default(value);

const MOST_LETTERS = 16;

const Varied = z.object({
  seed: whole(0, 2 ** 31, 1).describe('seed of worlds, languages and learners'),
  seeds: whole(1, 1000, 3).describe('worlds or languages that are drawn'),
  rounds: whole(10, 10_000_000, 10_000).describe('T: rounds of a bandit'),
  dimensions: whole(1, 16, 8).describe('d: bits of a context'),
  arms: whole(2, 64, 4).describe('K: arms'),
  changes: whole(0, 1000, 0).describe('J: how often the world changes'),
  changeTimes: z.enum(['even', 'random']).default('even').describe('when it changes'),
  changeKind: z
    .enum(['all', 'one', 'gradual'])
    .default('all')
    .describe('all arms, one arm, or all arms little by little'),
  scale: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe('standard deviation of the weights: the prior of the world'),
  vocabulary: whole(2, 256, 2).describe('letters of a language, at most 16; symbols of kv'),
  modulus: whole(2, 64, 5).describe('of the task modulus'),
  states: whole(2, 64, 4).describe('of the task automaton'),
  depth: whole(1, 64, 8).describe('of the brackets of dyck, at most'),
  pairs: whole(1, 64, 8).describe('K: pairs of kv in training; tests have as many and twice as many'),
  keys: z
    .enum(['distinct', 'last', 'first'])
    .default('distinct')
    .describe('which value of a repeated key of kv counts'),
  query: z.enum(['last', 'first']).default('last').describe('where the query of kv stands'),
  pair: z.enum(['key-value', 'value-key']).default('key-value').describe('the order within a pair of kv'),
  trained: whole(0, 100_000_000, 20_000).describe('characters of text to read first'),
  tested: whole(1, 10_000_000, 2000).describe('characters of text to predict after them'),
  corpus: z.string().optional().describe('a file as the text; unless told, one of a finite-state source of --states'),
  length: whole(1, 256, 16).describe('longest training string'),
  testLength: whole(1, 4096, 128).describe('length of test strings'),
  sequences: whole(1, 100_000, 1000).describe('training strings'),
  curriculum: z.enum(['mixed', 'short-first']).default('mixed').describe('order of training strings'),
  peers: list.describe('which of ours and of the peers play, by the beginnings of their names; all unless told'),
  learner: list.describe('learners of your own, by comma: command lines that speak lines of JSON, or addresses'),
});

/** What is asked for, with the text that was named. */
interface Asked {
  readonly asked: z.output<typeof Varied>;
  readonly bytes: Uint8Array | undefined;
  readonly vary: Omit<Awaited<ReturnType<typeof loadVary>>, 'openOutsider'>;
}

function tableOf(
  task: string,
  { asked, bytes, vary }: Asked,
  outsiders: Parameters<typeof vary.varyText>[1],
): Promise<Table> {
  const { dimensions, arms, rounds, changes, query, pair } = asked;
  switch (task) {
    case 'bandit': {
      const kind = { when: asked.changeTimes, what: asked.changeKind, scale: asked.scale };
      return vary.varyBandit({ ...asked, size: { dimensions, arms, rounds, changes }, kind }, outsiders);
    }
    case 'parity':
    case 'majority':
    case 'modulus':
    case 'automaton':
    case 'dyck':
      if (asked.vocabulary > MOST_LETTERS) {
        throw new Fault('cli/usage', `a language has at most ${MOST_LETTERS} letters, not ${asked.vocabulary}`);
      }
      return vary.varyStrings({ task, ...asked }, outsiders);
    case 'kv':
      return vary.varyPairs({ ...asked, order: { query, pair } }, outsiders);
    case 'text':
      return vary.varyText({ ...asked, ...(bytes && { bytes }) }, outsiders);
    default:
      throw new Fault(
        'cli/usage',
        `there is no task ${JSON.stringify(task)}: bandit, parity, majority, modulus, automaton, dyck, kv, text`,
      );
  }
}

export const benchVaryCommand = defineCommand({
  name: 'bench vary',
  args: [{ name: 'TASK', says: 'bandit, parity, majority, modulus, automaton, dyck, kv or text', required: true }],
  flags: Varied.extend({
    config: z.string().optional().describe('a JSON file with any of these; flags that differ from their defaults win'),
  }),
  examples: [
    'pawl bench vary bandit --dimensions 4 --arms 3 --rounds 2000 --scale 0.25',
    'pawl bench vary bandit --changes 4 --change-times random --change-kind one --json',
    "pawl bench vary modulus --modulus 7 --learner 'python3 examples/pawl_learner.py'",
    'pawl bench vary kv --vocabulary 16 --pairs 6 --query first',
    "pawl bench vary text --corpus book.txt --learner 'python3 examples/pawl_learner.py'",
  ],

  async run([task], { config, ...flags }, shell) {
    const { openOutsider, ...vary } = await loadVary();
    const defaults: Readonly<Record<string, unknown>> = Varied.parse({});
    const told = Object.fromEntries(
      Object.entries(flags).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])),
    );
    const file: object =
      config === undefined ? {} : JSON.parse(new TextDecoder().decode(await shell.readInput(config)));
    const asked = Varied.parse({ ...file, ...told });
    const bytes = asked.corpus === undefined ? undefined : await shell.readInput(asked.corpus);
    const outsiders = asked.learner.map((where) => openOutsider(where));
    try {
      const table = await tableOf(task ?? '', { asked, bytes, vary }, outsiders);
      if (shell.json) shell.print(JSON.stringify({ task, asked, table }));
      else for (const line of [table.title, ...tableLines(table)]) shell.print(line);
      return ExitCode.ok;
    } finally {
      for (const outsider of outsiders) outsider.close();
    }
  },
});
