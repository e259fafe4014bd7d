import { z } from 'zod';
import { openLearning } from '#app/api';
import { ruleKnobs, turnRuleKnobs } from '#learners/machine';
import { Fault, sha256 } from '#foundation/kernel';
import {
  checkRule,
  ColumnKind,
  LearnConfig,
  predictRows,
  readTable,
  type Table,
  takeTable,
  writePredicted,
} from '#learners/table';
import { openStore, showPlace } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { counted } from '../counted.ts';
import { keepProof } from '../keep-proof.ts';
import { asKnobs, knobsAmong, knobSettings } from '../knob-settings.ts';
import { readSet, setFlag } from '../set-flag.ts';
import { checkLines } from '../learn/check-lines.ts';
import { columnLines, learnLines } from '../learn/learn-lines.ts';
import { type ExportFormat, exportFormats, exportRule } from '../learn/export-rule.ts';
import { type Learnt, openLearnt } from '../learn/open-learnt.ts';
import { findRun, hasRuns, withRuns, workspaceFlag } from '../runs/open-runs.ts';
import { sentenceLines } from '../runs/run-report.ts';

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));

const flagsOfLearn = z.object({
  answer: z.string().optional().describe('the column to learn'),
  column: list
    .default([])
    .describe(`what columns are, by comma, such as zip=word,age=number: ${ColumnKind.options.join(', ')}`),
  ignore: list.default([]).describe('columns that are not to be used, by comma'),
  heldOut: z.coerce
    .number()
    .gt(0)
    .lt(1)
    .default(0.25)
    .describe('share of the rows that the rule is tested on and not learnt from'),
  seed: z.coerce.number().int().min(0).default(1).describe('names every random stream of the run'),
  effort: z.coerce
    .number()
    .int()
    .min(1000)
    .default(50_000_000)
    .describe('counted effort of the longest search; about 20 million a second'),
  limitSeconds: z.coerce
    .number()
    .gt(0)
    .optional()
    .describe('begin no search after so long; the stop is recorded with the run'),
  alpha: z.coerce
    .number()
    .gt(0)
    .lt(1)
    .default(0.05)
    .describe('chance that a useless rule is called better than the commonest answer'),
  set: setFlag,
  check: z.string().optional().describe('a file with new rows to test the rule of a run on'),
  predict: z
    .string()
    .optional()
    .describe('a file with rows that have no answer: they are written with what the rule says'),
  run: z
    .string()
    .default('latest')
    .describe('the run for --check, --predict and --export: an id, the beginning of one, or latest'),
  export: z.enum(exportFormats).optional().describe('write the rule as code that runs alone'),
  out: z
    .string()
    .optional()
    .describe('the file for --export (rule.ts, rule.sql, … unless told) or for --predict (printed unless told)'),
  resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
});
type LearnFlags = z.infer<typeof flagsOfLearn>;

/** The knobs of the search for a rule as a table of settings. */
const RuleSettings = knobSettings(ruleKnobs);

export const learnCommand = defineCommand({
  name: 'learn',
  args: [{ name: 'FILE', says: 'a table: CSV with a header, or JSON lines (.jsonl); lists are JSON in a cell' }],
  flags: flagsOfLearn,
  conflicts: { resume: ['answer', 'column', 'ignore', 'heldOut', 'seed', 'effort', 'alpha', 'set'] },
  table: RuleSettings,
  examples: [
    'pawl learn triage.csv --answer queue',
    'pawl learn orders.jsonl --answer total --ignore id,name --seed 7 --json',
    'pawl learn tax.csv --answer gross --column zip=word --held-out 0.4',
    'pawl learn orders.jsonl --answer total --set rulePatience=10',
    'pawl learn --check new.csv --run latest',
    'pawl learn --predict orders.csv --out answered.csv',
    'pawl learn --export sql --out queue.sql --run latest',
    'pawl learn --resume latest',
  ],

  async run([named], flags, shell) {
    const resumed = flags.resume === undefined ? undefined : await runToResume(flags.resume, shell);
    const file = named ?? resumed?.config.file;
    if (file !== undefined) {
      const own = await learnFrom(file, flags, resumed, shell);
      await useRule(own, flags, shell);
      return ExitCode.ok;
    }
    if (flags.check === undefined && flags.export === undefined && flags.predict === undefined) {
      throw new Fault('cli/usage', 'name the FILE to learn from');
    }
    await useRule(flags.run, flags, shell);
    return ExitCode.ok;
  },
});

/** Learns, tells, and returns the run. */
// oxlint-disable-next-line max-params -- the file, the flags, the run that goes on, and the shell
async function learnFrom(file: string, flags: LearnFlags, resumed: Asked | undefined, shell: Shell): Promise<string> {
  const bytes = await shell.readInput(file);
  const { config, seed, resume } = resumed ?? askedOf(file, bytes, flags);
  if (config.source !== sha256(bytes)) {
    throw new Fault('cli/usage', `${resume} learns from ${config.file}, and ${file} has other bytes`, {
      hint: `Leave FILE out to go on with ${config.file} as it was, or learn from ${file} without --resume.`,
    });
  }
  const table = tableOf(bytes, config);
  for (const line of columnLines(table)) shell.note(line);
  const store = openStore(shell.store, { mask: shell.mask });
  const display = shell.progress('learn');
  try {
    const run = openLearning({ seed, config, table, resume }, store);
    // A search hears no signal: how a run that was cut off goes on is said before it begins.
    shell.note(
      `run ${run.run}; if it is cut off, go on with: npx pawl learn --resume ${run.run}${workspaceFlag(shell)}`,
    );
    const { limitSeconds } = flags;
    const milliseconds = limitSeconds === undefined ? undefined : 1000 * limitSeconds;
    const ended = await run.learn({ progress: display.update, milliseconds });
    const { repeated: _repeated, ...summary } = ended;
    display.end();
    const { columns, answer, ignored, leftOut } = table;
    if (shell.json)
      shell.print(
        JSON.stringify({ ...summary, table: { columns, answer, ignored, leftOut, rows: table.rows.length } }),
      );
    else {
      const lines = learnLines(summary, { config, table, workspace: workspaceFlag(shell) });
      for (const line of [...sentenceLines(store, run.run), ...lines]) shell.print(line);
    }
    return run.run;
  } finally {
    display.end();
    store.close();
  }
}

/** Tests and writes the rule of a run, as the flags say. */
async function useRule(asked: string, flags: LearnFlags, shell: Shell): Promise<void> {
  const { check, predict, export: format, out } = flags;
  if (check === undefined && format === undefined && predict === undefined) return;
  const learnt = await openLearnt(shell, asked);
  if (check !== undefined) await checkOn(check, learnt, shell);
  if (predict !== undefined) await predictOn(predict, learnt, format === undefined ? out : undefined, shell);
  if (format !== undefined) writeRule(learnt, format, out ?? `rule.${endings[format]}`, shell);
}

const endings: Readonly<Record<ExportFormat, string>> = { ts: 'ts', sql: 'sql', c: 'c', wasm: 'wasm', aiger: 'aag' };

function writeRule(learnt: Learnt, format: ExportFormat, file: string, shell: Shell): void {
  const { content, tested, proof } = exportRule(learnt, format);
  shell.writeFile(file, content);
  const { run, isShown } = learnt;
  if (!isShown) shell.note('This rule was not shown to be better than the commonest answer.');
  const kept = proof && keepProof(shell, 'learn-export', { run: run.id, format }, { proof });
  if (shell.json) shell.print(JSON.stringify({ run: run.id, format, file, isShown, tested, proof: kept ?? null }));
  else {
    shell.print(`${file}: the rule of ${run.id}; ${tested}`);
    if (kept !== undefined) shell.print(`Check the proof again:  npx pawl audit ${kept}${workspaceFlag(shell)}`);
  }
}

/** Writes rows that have no answer with what the rule of a run says. */
// oxlint-disable-next-line max-params -- the file, the rule, the file to write, and the shell
async function predictOn(
  file: string,
  { run, rule, table, isShown }: Learnt,
  out: string | undefined,
  shell: Shell,
): Promise<void> {
  const bytes = await shell.readInput(file);
  const predicted = predictRows(rule, table, readTable(bytes, file), file);
  const { column, says, leftOut } = predicted;
  if (!isShown) shell.note('This rule was not shown to be better than the commonest answer.');
  for (const { rows, why } of leftOut) shell.note(`no answer for ${counted(rows, 'row')} with ${why}`);
  if (out !== undefined) shell.writeFile(out, writePredicted(predicted, bytes, file));
  if (shell.json) {
    const rows = [...says].map(([row, answer]) => ({ row, answer }));
    shell.print(JSON.stringify({ run: run.id, file, isShown, column, rows, leftOut, out: out ?? null }));
  } else if (out === undefined) shell.print(writePredicted(predicted, bytes, file).trimEnd());
  else shell.print(`${out}: ${counted(says.size, 'row')} with ${column} by the rule of ${run.id}`);
}

/** Tests the rule of a run on new rows. */
async function checkOn(file: string, { run, rule, table }: Learnt, shell: Shell): Promise<void> {
  const raw = readTable(await shell.readInput(file), file);
  const checked = checkRule(rule, table, raw, file);
  if (shell.json) shell.print(JSON.stringify({ run: run.id, file, ...checked }));
  else for (const line of checkLines(checked, run.id, file)) shell.print(line);
}

interface Asked {
  readonly config: LearnConfig;
  readonly seed: number;
  readonly resume: string | undefined;
}

/** The run that goes on, with the file that it learnt from: another file in its place is told by its hash. */
async function runToResume(asked: string, shell: Shell): Promise<Asked> {
  if (!hasRuns(shell)) throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
  const found = await withRuns(shell, (store) => findRun(store, asked, 'learn'));
  if (found.loop !== 'learn') throw new Fault('cli/usage', `${found.id} is a run of ${found.loop}, not of learn`);
  return { config: LearnConfig.parse(found.config), seed: found.seed, resume: found.id };
}

function askedOf(file: string, bytes: Uint8Array, flags: LearnFlags): Asked {
  const { answer, ignore, heldOut, effort, alpha, seed } = flags;
  if (answer === undefined) {
    const { names } = readTable(bytes, file);
    throw new Fault('cli/usage', 'say with --answer which column is to be learnt', {
      hint: `The columns of ${file} are ${names.join(', ')}.`,
    });
  }
  const kinds = kindsOf(flags.column);
  const search = knobsAmong(readSet(flags.set, RuleSettings), ruleKnobs);
  asKnobs(() => turnRuleKnobs(search));
  const asked = { file, source: sha256(bytes), answer, kinds, ignore, heldOut, effort, alpha };
  const config = { ...asked, ...(search && { search }) };
  return { config, seed, resume: undefined };
}

/** `age=number` says what a column is. */
function kindsOf(column: readonly string[]): Record<string, ColumnKind> {
  return Object.fromEntries(
    column.map((text) => {
      const at = text.lastIndexOf('=');
      const kind = ColumnKind.safeParse(text.slice(at + 1));
      if (at > 0 && kind.success) return [text.slice(0, at), kind.data];
      const kinds = ColumnKind.options.join(', ');
      throw new Fault('cli/usage', `--column ${text}: expected NAME=KIND`, { hint: `Kinds are ${kinds}.` });
    }),
  );
}

function tableOf(bytes: Uint8Array, config: LearnConfig): Table {
  const raw = readTable(bytes, config.file);
  return takeTable(raw, config, config.file);
}
