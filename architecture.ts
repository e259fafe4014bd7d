/** What one folder under `src/` is for, and what it may reach. */
export interface Layer {
  /** One line: what belongs here. */
  readonly purpose: string;
  /** Folders it may import, through `#folder` or the door of a part, `#folder/part`, only. */
  readonly imports: readonly string[];
  /** Packages and `node:` modules it may import; a trailing `:` allows the whole scheme. */
  readonly outside?: readonly string[];
  /** Pure layers have no clock, no chance, no console, no process. */
  readonly pure: boolean;
}

const core = ['foundation/kernel', 'foundation/statistics', 'foundation/contracts'] as const;
const logic = ['logic/wasm', 'logic/circuit', 'logic/sat', 'logic/verify'] as const;
const engine = ['ratchet/gate', 'ratchet'] as const;
const learners = [
  'learners/machine',
  'learners/machine/evolve',
  'learners/table',
  'learners/model/lm',
  'learners/model/lm-practice',
  'learners/model/counters',
  'learners/model/judge',
  'learners/model/selfplay',
  'learners/skill',
  'learners/skill/score',
  'learners/skill/worlds',
  'learners/skill/judging',
  'learners/skill/train',
] as const;
const world = ['world/packages', 'world/store', 'world/dispatch', 'world/models'] as const;

/**
 * The layer table. A file belongs to the longest row that its path begins with. A row may import only rows above it, only those it names,
 * and only through front doors. `test/architecture.test.ts` enforces it, and checks itself on planted violations.
 */
export const layers: Readonly<Record<string, Layer>> = {
  'foundation/kernel': {
    purpose: 'words everyone shares: Rng, Fault, invariant, stable hash',
    imports: [],
    pure: true,
  },
  'foundation/statistics': {
    purpose: 'intervals, exact and sequential tests, agreement, advantages',
    imports: ['foundation/kernel'],
    pure: true,
  },
  'app/report': { purpose: 'what reports are made of: safe text, axes, plots, tables', imports: [], pure: true },
  'foundation/contracts': {
    purpose: 'nouns that cross folders or reach disk (schemas), and the ports',
    imports: ['foundation/kernel'],
    outside: ['zod'],
    pure: true,
  },
  'logic/wasm': { purpose: 'a small WebAssembly assembler with SIMD', imports: ['foundation/kernel'], pure: true },
  'logic/circuit': {
    purpose: 'XOR-AND graph, interpreter, WASM code generator, AIGER, truth table, ANF, CNF',
    imports: ['foundation/kernel', 'logic/wasm'],
    pure: true,
  },
  'logic/sat': {
    purpose: 'CDCL solver, DIMACS, proofs and their checker',
    imports: ['foundation/kernel', 'logic/wasm'],
    pure: true,
  },
  'logic/verify': {
    purpose: 'equivalence, Hoare triples, CEGIS, superoptimiser; makes proof certificates',
    imports: [...core, 'logic/circuit', 'logic/sat'],
    pure: true,
  },
  tasks: {
    purpose: 'TEACH: templates, operators, oracles, faces',
    imports: [...core, 'logic/circuit', 'logic/sat'],
    pure: true,
  },
  schedule: {
    purpose: 'what to practise next: domain, difficulty, template, patch, edit budget',
    imports: core,
    pure: true,
  },
  'ratchet/gate': { purpose: 'may the candidate replace the incumbent?', imports: core, outside: ['zod'], pure: true },
  ratchet: {
    purpose: 'the engine that every learner runs on: open a run, try, certify, spend, roll out, audit',
    imports: [...core, ...logic, 'ratchet/gate'],
    outside: ['zod'],
    pure: true,
  },
  'learners/machine': {
    purpose: 'the Boolean machine: planes, experts, ROUTE, hypotheses, plans and patches to them',
    imports: [...core, ...logic],
    pure: true,
  },
  'learners/machine/evolve': {
    purpose: 'the machine learns by practice, phase by phase',
    imports: [...core, ...logic, 'tasks', 'schedule', ...engine, 'learners/machine'],
    outside: ['zod'],
    pure: true,
  },
  'learners/table': {
    purpose: 'a rule is learnt from a table of examples, tested on rows that were held out, and written as code',
    imports: [...core, ...logic, ...engine, 'learners/machine'],
    outside: ['zod'],
    pure: true,
  },
  'learners/model/lm': {
    purpose: 'a small language model trained in process',
    imports: [...core, 'logic/wasm'],
    outside: ['zod'],
    pure: true,
  },
  'learners/model/lm-practice': {
    purpose: 'how the small language model is taught tasks and asked',
    imports: [...core, 'tasks', 'learners/model/lm'],
    pure: true,
  },
  'learners/model/counters': {
    purpose: 'a language model of adaptive counters that learns while it reads',
    imports: [...core, 'logic/wasm'],
    pure: true,
  },
  'learners/model/judge': {
    purpose: 'judges and the reliability of their judgements',
    imports: core,
    pure: true,
  },
  'learners/model/selfplay': {
    purpose: 'a model asks, answers and learns from what can be judged',
    imports: [...core, 'schedule', ...engine, 'learners/model/lm', 'learners/model/judge'],
    outside: ['zod'],
    pure: true,
  },
  'learners/skill': {
    purpose: 'skill package, edits, protected regions, the stages of an optimizer',
    imports: core,
    outside: ['yaml', 'zod'],
    pure: true,
  },
  'learners/skill/score': { purpose: 'scorers of replies and artefacts', imports: core, outside: ['zod'], pure: true },
  'learners/skill/worlds': {
    purpose: 'where a skill is tried',
    imports: [...core, 'tasks', ...engine],
    outside: ['zod'],
    pure: true,
  },
  'learners/skill/judging': {
    purpose: 'how a judge of a task set is measured',
    imports: [...core, ...engine, 'learners/model/judge'],
    outside: ['zod'],
    pure: true,
  },
  'learners/skill/train': {
    purpose: 'a skill document is improved by edits that the gate accepts',
    imports: [...core, 'schedule', ...engine, 'learners/skill', 'learners/skill/judging'],
    outside: ['zod'],
    pure: true,
  },
  'world/packages': {
    purpose: 'packages that users install when they need them',
    imports: ['foundation/kernel'],
    outside: ['node:', 'zod'],
    pure: false,
  },
  'world/store': {
    purpose: 'run store, journal, effects, content-addressed results',
    imports: [...core, 'world/packages'],
    outside: ['node:', 'libsql', 'pg'],
    pure: false,
  },
  'world/dispatch': {
    purpose: 'where work runs: this process, threads, sandboxes, many machines',
    imports: [...core, 'world/packages'],
    outside: ['node:', 'bullmq', 'ioredis', 'pg', 'piscina', 'quickjs-emscripten', 'zod'],
    pure: false,
  },
  'world/models': {
    purpose: 'language models and agents: providers, recorded, simulated',
    imports: [...core, 'world/packages'],
    outside: [
      'node:',
      'zod',
      '@ai-sdk/anthropic',
      '@ai-sdk/azure',
      '@ai-sdk/google',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
      'jiti',
      'node-llama-cpp',
    ],
    pure: false,
  },
  'app/server': {
    purpose: 'HTTP, live events, reports, MCP',
    imports: [...core, 'world/packages', 'world/store', 'app/report'],
    outside: ['node:', 'zod', 'hono', '@hono/node-server', '@modelcontextprotocol/server'],
    pure: false,
  },
  'app/api': {
    purpose: 'what users import: one module per subject, and the composition roots that programs and commands share',
    imports: [...core, ...logic, 'tasks', 'schedule', ...engine, ...learners, ...world],
    outside: ['node:', 'zod'],
    pure: false,
  },
  'app/cli': {
    purpose: 'composition root: builds adapters, calls one function of a learner',
    imports: [
      ...core,
      ...logic,
      'tasks',
      'schedule',
      ...engine,
      ...learners,
      ...world,
      'app/server',
      'app/api',
      'app/report',
    ],
    outside: ['node:', 'zod', 'commander', 'hono', '@hono/node-server', 'picocolors', 'jiti', 'yaml'],
    pure: false,
  },
  bench: {
    purpose: 'the benchmark suite: fixed configurations, peers, referee, scoring',
    imports: [
      ...core,
      ...logic,
      'tasks',
      'schedule',
      ...engine,
      ...learners,
      ...world,
      'app/report',
      'app/api',
      'app/cli',
    ],
    outside: ['node:', 'zod', 'hono', '@hono/node-server', '@jax-js/jax'],
    pure: false,
  },
};
