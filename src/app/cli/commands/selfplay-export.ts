import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { QuestionRecord } from '#learners/model/selfplay';
import { findTrainingFormat, trainingFormats } from '#world/models/trainers';
import type { StoreReader } from '#world/store';
import { PreferencePair } from '#foundation/contracts/self-play';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

const formats = trainingFormats.map(({ name }) => name);

export const selfPlayExport = defineCommand({
  name: 'selfplay export',
  args: [{ name: 'RUN', says: 'id, beginning of an id, or latest', required: true }],
  flags: z.object({
    output: z
      .string()
      .optional()
      .describe('file to write; standard output without it. A format of several files takes a folder'),
    format: z
      .string()
      .default('tasks')
      .describe(`tasks (JSON lines for pawl train and pawl tasks), or pairs for a trainer: ${formats.join(', ')}`),
    all: z.boolean().default(false).describe('also questions that were not kept; each says why'),
    least: z.coerce.number().min(0).max(1).default(0).describe('least combined reliability of a question'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl selfplay export latest --output tasks.jsonl',
    'pawl selfplay export latest --least 0.4 -o tasks.jsonl',
    'pawl selfplay export latest --format trl-dpo -o pairs',
  ],

  async run([asked = 'latest'], { output, format, all, least }, shell) {
    const files = await withRuns(shell, (store) => {
      const run = findRun(store, asked, 'selfplay');
      if (run.loop !== 'selfplay') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of selfplay`);
      const records = recordsOf(store, run.id).filter(
        ({ refusal, reliability }) => (all || refusal === null) && reliability.combined.value >= least,
      );
      return format === 'tasks'
        ? { 'tasks.jsonl': taskLines(records, run.id) }
        : findTrainingFormat(format).write(records.flatMap((record) => pairsOf(record, run.id)));
    });
    const names = Object.entries(files);
    const lines = names.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
    if (output === undefined) for (const [, text] of names) shell.print(text.trimEnd());
    else if (names.length === 1 && /\.\w+$/u.test(output)) shell.writeFile(output, names[0]![1]);
    else for (const [name, text] of names) shell.writeFile(`${output}/${name}`, text);
    if (output !== undefined) {
      if (shell.json) shell.print(JSON.stringify({ output, files: names.map(([name]) => name), lines }));
      else shell.print(`Wrote ${lines} lines to ${output}.`);
    }
    return ExitCode.ok;
  },
});

const Records = z.looseObject({ records: z.string() });

/** The judged questions of a run, each the last time it was judged. */
function recordsOf(store: StoreReader, run: string): QuestionRecord[] {
  const byQuestion = new Map<string, QuestionRecord>();
  for (const event of store.eventsOf(run)) {
    if (event.type !== 'questions-judged') continue;
    const bytes = store.getBlob(Records.parse(event.data).records);
    for (const line of new TextDecoder().decode(bytes).split('\n')) {
      if (line === '') continue;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the loop as this
      const record = JSON.parse(line) as QuestionRecord;
      byQuestion.set(record.question, record);
    }
  }
  return [...byQuestion.values()];
}

/** One task per line. The answer is the one that the judge liked best: a judged answer, not a known truth, and it says so. */
function taskLines(records: readonly QuestionRecord[], run: string): string {
  return records
    .map(({ question, kind, iteration, refusal, reliability, validity, best, bestScore, generator, solver }, i) =>
      JSON.stringify({
        id: `selfplay-${i + 1}`,
        type: kind,
        text: question,
        answer: best,
        answerSource: 'judged best',
        answerScore: bestScore,
        // For `pawl tasks review` and `pawl tasks judge`: a reply to look at.
        reference: best,
        reliability: { ...reliability, validity },
        kept: refusal === null,
        ...(refusal === null ? {} : { refusal }),
        provenance: { run, iteration, generator, solver },
      }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function pairsOf({ question, prompt, iteration, pairs, reliability }: QuestionRecord, run: string): PreferencePair[] {
  const { cons, sep, stab, combined } = reliability;
  return pairs.map((pair, i) => {
    const kept = {
      id: `${run}-${iteration}-${question}-${i}`,
      iteration,
      prompt,
      ...pair,
      reliability: { cons: cons.value, sep: sep.value, stab: stab.value, combined: combined.value },
      source: run,
    };
    const read = PreferencePair.safeParse(kept);
    if (read.success) return read.data;
    throw new Fault('cli/usage', `${run} was played by an older version, which kept no margins of its pairs`, {
      hint: 'Play it again, or take its questions: --format tasks.',
    });
  });
}
