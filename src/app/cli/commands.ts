import type { Command } from './command.ts';
import type { LazyCommand } from './lazy-command.ts';

/** Adds `--ui` and `--notify` to a long command. Loaded only with it, so that `pawl --version` stays fast. */
async function watched(command: Command): Promise<Command> {
  return (await import('./serve/watched.ts')).watched(command);
}

/** Adds `--ui` and `--notify` to a command that keeps no run and may still take minutes. */
async function watchedTool(command: Command): Promise<Command> {
  return (await import('./serve/watched.ts')).watchedTool(command);
}

/** All commands, in the order `pawl --help` shows them. Their files load lazily, so `pawl --version` stays fast. */
export const commands: readonly LazyCommand[] = [
  // evolve
  {
    name: 'evolve',
    summary: 'let a machine learn every domain by practice, and prove what it becomes',
    config: true,
    load: async () => watched((await import('./commands/evolve.ts')).evolveCommand),
  },
  {
    name: 'evolve tell',
    summary: 'tell a run of evolve something while it is under way',
    config: true,
    load: async () => (await import('./commands/evolve-tell.ts')).evolveTell,
  },
  {
    name: 'machine show',
    summary: 'show what the machine of a run became',
    config: true,
    load: async () => (await import('./commands/machine-show.ts')).machineShow,
  },
  {
    name: 'machine run',
    summary: 'let the machine of a run play one task, step by step',
    config: true,
    load: async () => (await import('./commands/machine-run.ts')).machineRun,
  },
  {
    name: 'machine export',
    summary: 'give what the machine became to others: AIGER, WebAssembly or C',
    config: true,
    load: async () => (await import('./commands/machine-export.ts')).machineExport,
  },
  // table
  {
    name: 'learn',
    summary: 'learn a rule from a table of examples, test it on rows held out, and say it in words',
    config: true,
    load: async () => watched((await import('./commands/learn.ts')).learnCommand),
  },
  // skill
  {
    name: 'init skill',
    summary: 'write a config, sample tasks and a skill that train at once on a simulated model',
    load: async () => (await import('./commands/init-skill.ts')).initSkill,
  },
  {
    name: 'train',
    summary: 'train a skill on scored tasks, each change gated and certified',
    config: true,
    load: async () => watched((await import('./commands/train.ts')).trainCommand),
  },
  {
    name: 'eval',
    summary: 'score a skill, or compare two, without training',
    config: true,
    load: async () => watched((await import('./commands/eval.ts')).evalCommand),
  },
  {
    name: 'watch',
    summary: 'score a skill again whenever it, its tasks or the model change',
    config: true,
    load: async () => (await import('./commands/watch.ts')).watchCommand,
  },
  {
    name: 'adopt',
    summary: 'write the best skill of a run back, with a backup and a diff',
    config: true,
    load: async () => (await import('./commands/adopt.ts')).adoptCommand,
  },
  // selfplay
  {
    name: 'init selfplay',
    summary: 'write a config and a corpus with which self-play runs at once, offline',
    load: async () => (await import('./commands/init-selfplay.ts')).initSelfPlay,
  },
  {
    name: 'selfplay',
    summary: 'let a model practise on its own questions, and learn only from what can be judged reliably',
    config: true,
    load: async () => watched((await import('./commands/selfplay.ts')).selfPlayCommand),
  },
  {
    name: 'selfplay export',
    summary: 'write the judgeable questions of a run as a task set, or its pairs for a trainer',
    config: true,
    load: async () => (await import('./commands/selfplay-export.ts')).selfPlayExport,
  },
  // lm
  {
    name: 'lm train',
    summary: 'train a small language model on the text face of a template, or on a text file',
    load: async () => watched((await import('./commands/lm-train.ts')).lmTrain),
  },
  {
    name: 'lm sample',
    summary: 'let a checkpoint go on with a prompt',
    load: async () => (await import('./commands/lm-sample.ts')).lmSample,
  },
  {
    name: 'lm eval',
    summary: 'let a checkpoint play fresh tasks of a template, or read a text file beside the counters',
    load: async () => watchedTool((await import('./commands/lm-eval.ts')).lmEval),
  },
  {
    name: 'lm export',
    summary: 'write a checkpoint as GGUF for llama.cpp, or read one',
    load: async () => (await import('./commands/lm-export.ts')).lmExport,
  },
  // tasks
  {
    name: 'tasks list',
    summary: 'list the families of tasks, or describe one',
    load: async () => (await import('./commands/tasks-list.ts')).tasksList,
  },
  {
    name: 'tasks sample',
    summary: 'print fresh tasks with their answers',
    load: async () => (await import('./commands/tasks-sample.ts')).tasksSample,
  },
  {
    name: 'tasks from-traces',
    summary: 'make tasks from conversations and agent logs, each with a rubric for a judge',
    load: async () => watchedTool((await import('./commands/tasks-from-traces.ts')).tasksFromTracesCommand),
  },
  {
    name: 'tasks import',
    summary: 'make a task file of the tasks of GEPA or SkillOpt',
    load: async () => (await import('./commands/tasks-import.ts')).tasksImport,
  },
  {
    name: 'tasks from-marks',
    summary: 'make tasks of replies that were marked right or wrong in the dashboard',
    load: async () => (await import('./commands/tasks-from-marks.ts')).tasksFromMarks,
  },
  {
    name: 'tasks review',
    summary: 'look through a task file in the terminal: keep, drop, label',
    load: async () => (await import('./commands/tasks-review.ts')).tasksReview,
  },
  {
    name: 'tasks judge',
    summary: 'measure how far the judge of the config file can be trusted',
    config: true,
    load: async () => watchedTool((await import('./commands/tasks-judge.ts')).tasksJudge),
  },
  {
    name: 'tasks play',
    summary: 'play a task in the terminal',
    load: async () => (await import('./commands/tasks-play.ts')).tasksPlay,
  },
  {
    name: 'tasks check',
    summary: 'check oracles, verifiers, balance and speed',
    load: async () => watchedTool((await import('./commands/tasks-check.ts')).tasksCheck),
  },
  {
    name: 'tasks score',
    summary: 'score the replies of any model',
    load: async () => (await import('./commands/tasks-score.ts')).tasksScore,
  },
  {
    name: 'tasks export',
    summary: 'write a set of tasks for other tools',
    load: async () => (await import('./commands/tasks-export.ts')).tasksExport,
  },
  {
    name: 'tasks serve',
    summary: 'serve environments over HTTP, for Gymnasium and others',
    load: async () => (await import('./commands/tasks-serve.ts')).tasksServe,
  },
  {
    name: 'tasks pages',
    summary: 'write a page per template, with what the adversary found',
    load: async () => watchedTool((await import('./commands/tasks-pages.ts')).tasksPages),
  },
  // circuit
  {
    name: 'circuit stats',
    summary: 'count the gates, levels and latches of a circuit',
    load: async () => (await import('./commands/circuit-stats.ts')).circuitStatsCommand,
  },
  {
    name: 'circuit convert',
    summary: 'write a circuit in another format',
    load: async () => (await import('./commands/circuit-convert.ts')).circuitConvertCommand,
  },
  {
    name: 'circuit equiv',
    summary:
      'say whether two circuits are equal (exit 0 equal, 3 different, 1 not decided), with a proof or a counterexample',
    config: true,
    load: async () => watchedTool((await import('./commands/circuit-equiv.ts')).circuitEquivCommand),
  },
  {
    name: 'circuit simplify',
    summary: 'make a circuit smaller, with a proof that it is still the same function',
    config: true,
    load: async () => watchedTool((await import('./commands/circuit-simplify.ts')).circuitSimplifyCommand),
  },
  // sat
  {
    name: 'sat',
    summary: 'solve a DIMACS formula, with a proof if asked',
    load: async () => watchedTool((await import('./commands/sat.ts')).satCommand),
  },
  {
    name: 'sat check',
    summary: 'check a DRAT or LRAT proof against its formula',
    load: async () => (await import('./commands/sat-check.ts')).satCheckCommand,
  },
  // bench
  {
    name: 'bench',
    summary: 'compare with peers; benchmarks are part of a checkout, not of the package',
    load: async () => (await import('./commands/bench.ts')).benchCommand,
  },
  // runs
  {
    name: 'runs list',
    summary: 'list the runs of the workspace',
    config: true,
    load: async () => (await import('./commands/runs-list.ts')).runsList,
  },
  {
    name: 'runs show',
    summary: 'show one run',
    config: true,
    load: async () => (await import('./commands/runs-show.ts')).runsShow,
  },
  {
    name: 'runs diff',
    summary: 'say where two runs part',
    config: true,
    load: async () => (await import('./commands/runs-diff.ts')).runsDiff,
  },
  {
    name: 'runs export',
    summary: 'write a run as JSON lines or as a page',
    config: true,
    load: async () => (await import('./commands/runs-export.ts')).runsExport,
  },
  {
    name: 'runs sign',
    summary: 'sign a finished run, so that nobody without the key can change it unseen',
    config: true,
    load: async () => (await import('./commands/runs-sign.ts')).runsSign,
  },
  {
    name: 'runs backup',
    summary: 'copy the run store into one file, also while it is written',
    config: true,
    load: async () => (await import('./commands/runs-backup.ts')).runsBackup,
  },
  {
    name: 'runs delete',
    summary: 'delete runs with everything that only they use',
    config: true,
    load: async () => (await import('./commands/runs-delete.ts')).runsDelete,
  },
  {
    name: 'runs prune',
    summary: 'delete runs by age, number or status',
    config: true,
    load: async () => (await import('./commands/runs-prune.ts')).runsPrune,
  },
  {
    name: 'runs archive',
    summary: 'put runs into a store of their own',
    config: true,
    load: async () => (await import('./commands/runs-archive.ts')).runsArchive,
  },
  // serve
  {
    name: 'serve',
    summary: 'show runs in a browser, live',
    config: true,
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'mcp',
    summary: 'serve tasks, runs and certificates to other agents',
    config: true,
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  // audit
  {
    name: 'audit',
    summary:
      'check every certificate of a run again (exit code 3: something is wrong, 4: changes without a test, 5: not ended)',
    config: true,
    load: async () => watchedTool((await import('./commands/audit.ts')).auditCommand),
  },
  // worker
  {
    name: 'worker',
    summary: 'do jobs of runs on other machines, from a queue',
    config: true,
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
  // doctor
  {
    name: 'doctor',
    summary: 'say what this machine has, and what to do about what is missing',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'print a script that completes commands and flags in a shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
];
