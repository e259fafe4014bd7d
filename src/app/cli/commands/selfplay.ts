import { relative } from 'node:path';
import { z } from 'zod';
import { openSelfPlay, type SelfPlayed } from '#app/api';
import type { Dispatcher } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { openStore, showPlace } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { queuedModel } from '../jobs/ask-kind.ts';
import { queuedJudge } from '../jobs/judge-kind.ts';
import { openQueue, queueFlags, requireQueue } from '../jobs/open-dispatcher.ts';
import { readSet, setFlag } from '../set-flag.ts';
import { findRun, hasRuns, workspaceFlag } from '../runs/open-runs.ts';
import { sentenceLines } from '../runs/run-report.ts';
import { buildSelfPlay, type BuildSelfPlayOptions } from '../selfplay/build-selfplay.ts';
import { configuredSelfPlay, SelfPlayConfig } from '../selfplay/selfplay-config.ts';
import { showBill } from '../selfplay/show-bill.ts';
import { watchSelfPlay } from '../selfplay/watch-selfplay.ts';
import { INTERRUPTED, takingInterrupts } from '../skill/interrupts.ts';

export const selfPlayCommand = defineCommand({
  name: 'selfplay',
  flags: z.object({
    seed: z.coerce.number().int().min(0).optional().describe('names every random stream of the run; 1 unless told'),
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('say what a run may ask of whom and what that costs, and spend nothing'),
    out: z.string().optional().describe('write the solver in force at the end to this safetensors file'),
    set: setFlag,
    ...queueFlags,
  }),
  settings: SelfPlayConfig,
  conflicts: { resume: ['seed', 'dryRun'] },
  examples: [
    'pawl init selfplay --yes --dir play && pawl selfplay --config play/pawl.config.ts',
    'pawl selfplay --config play/pawl.config.ts --seed 2 --json',
    'pawl selfplay --config play/pawl.config.ts --dry-run',
    'pawl selfplay --config play/pawl.config.ts --set iterations=20',
    'pawl selfplay --config play/pawl.config.ts --resume latest',
    'pawl selfplay export latest --output tasks.jsonl',
    'pawl selfplay --config play/pawl.config.ts --queue redis://10.0.0.5:6379',
  ],

  async run(_args, flags, shell) {
    if (flags.resume !== undefined && !hasRuns(shell)) {
      throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    }
    if (shell.config?.sections['selfplay'] === undefined) {
      throw new Fault('cli/usage', 'no config file with a section `selfplay` was found', {
        hint: 'Write one: pawl init selfplay --yes --dir play; then: pawl selfplay --config play/pawl.config.ts',
      });
    }
    const store = openStore(shell.store, { mask: shell.mask });
    const queue = await openQueue(flags, shell.env, store);
    try {
      await requireQueue(flags, shell);
      const found = flags.resume === undefined ? undefined : findRun(store, flags.resume, 'selfplay');
      const seed = found?.seed ?? flags.seed ?? 1;
      const config = { ...configuredSelfPlay(shell), ...readSet(flags.set, SelfPlayConfig) };
      const note = (line: string): void => shell.note(line);
      const options = { folder: shell.config.folder, env: shell.env, seed, note };
      const built = buildSelfPlay(config, { ...options, ...(queue === undefined ? {} : elsewhere(config, queue)) });
      try {
        if (flags.dryRun) {
          showBill(built, shell);
          return ExitCode.ok;
        }
        const run = openSelfPlay({ ...built.parts, ...(found === undefined ? {} : { resume: found.id }) }, store);
        shell.note(found === undefined ? `run ${run.run}, seed ${seed}` : `run ${run.run} taken up again`);
        const played = await playing(run, built.parts.settings.iterations, flags.set, shell);
        if (played === undefined) return INTERRUPTED;
        const bytes = flags.out === undefined ? undefined : store.getBlob(played.snapshot);
        if (flags.out !== undefined && bytes !== undefined) shell.writeFile(flags.out, bytes);
        if (!shell.json) for (const line of sentenceLines(store, run.run)) shell.print(line);
        report(played, shell);
        return ExitCode.ok;
      } finally {
        built.close();
      }
    } finally {
      await queue?.close();
      store.close();
    }
  },
});

/** Judges and served models that the workers of a queue ask. */
function elsewhere(
  config: SelfPlayConfig,
  queue: Dispatcher,
): Pick<BuildSelfPlayOptions, 'askElsewhere' | 'judgeElsewhere'> {
  return {
    askElsewhere: (id, settings) => queuedModel(id, settings, queue),
    judgeElsewhere: (judge) => queuedJudge(judge, config, queue),
  };
}

type Opened = ReturnType<typeof openSelfPlay>;

async function playing(
  run: Opened,
  iterations: number,
  set: readonly string[],
  shell: Shell,
): Promise<(SelfPlayed & { seconds: number }) | undefined> {
  const config = shell.config === undefined ? '' : ` --config ${relative(shell.folder, shell.config.path)}`;
  const turned = set.map((one) => ` --set ${one}`).join('');
  const line = `Go on with it: npx pawl selfplay --resume ${run.run}${config}${turned}${workspaceFlag(shell)}`;
  return takingInterrupts(line, shell, async (interrupts) => {
    const display = watchSelfPlay(iterations, shell);
    const began = performance.now();
    try {
      const { watch, progress } = display;
      const played = await run.play({ watch, progress, over: (journal, timer) => interrupts.over(journal, timer) });
      return { ...played, seconds: (performance.now() - began) / 1000 };
    } finally {
      display.end();
    }
  });
}

function report(played: SelfPlayed & { readonly seconds: number }, shell: Shell): void {
  if (shell.json) {
    shell.print(JSON.stringify(played));
    return;
  }
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const signed = (share: number): string => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)}`;
  const { exam, generator, run } = played;
  shell.print(
    `${run}: ${played.iterations} iterations, ${played.judged} questions judged, ${played.kept} kept, ${played.judgeCalls} judge calls`,
  );
  shell.print(`  started from          ${played.startedFrom}`);
  if (exam !== null) {
    shell.print(
      `  hidden truth          ${percent(exam.before)} → ${percent(exam.after)}, ${signed(exam.difference)} [${signed(exam.low)}, ${signed(exam.high)}] on ${exam.questions} questions that were never asked`,
    );
    const { judgeable } = exam;
    shell.print(
      `    judgeable families  ${percent(judgeable.before)} → ${percent(judgeable.after)} [${signed(judgeable.low)}, ${signed(judgeable.high)}]`,
    );
  }
  if (generator !== null) {
    const { reliability, diversity } = generator;
    shell.print(
      `  reliability of fresh questions  ${reliability.first.toFixed(3)} → ${reliability.last.toFixed(3)} [${reliability.low.toFixed(3)}, ${reliability.high.toFixed(3)}]; diversity kept ${percent(diversity.distance)} of texts, ${percent(diversity.entropy)} of kinds`,
    );
  }
  shell.print(
    `  the generator learnt by ${played.generatorLearnsBy}; ${played.collapses} updates were taken back to keep variety`,
  );
  shell.print(
    `  checkpoints           ${played.accepted} accepted, ${played.rejected} rejected, ${played.undecided} undecided; ${played.passesSaved} judge passes saved by stopping early`,
  );
  shell.print(`  hash                  ${played.hash}`);
  shell.print('');
  const where = workspaceFlag(shell);
  shell.print(`Check it again:      npx pawl audit ${run}${where}`);
  shell.print(`Take the questions:  npx pawl selfplay export ${run} --output tasks.jsonl${where}`);
}
