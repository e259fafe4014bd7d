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

const core = ['kernel', 'statistics', 'contracts'] as const;
const learners = ['wasm', 'circuit', 'sat', 'verify', 'tasks', 'bem', 'lm', 'skill'] as const;
const judges = ['score', 'judge', 'gate', 'schedule'] as const;
const world = ['store', 'dispatch', 'models'] as const;

/**
 * The layer table. A folder may import only folders above it here, only those its row names, and only
 * through front doors. `test/architecture.test.ts` enforces it, and checks itself on planted violations.
 */
export const layers: Readonly<Record<string, Layer>> = {
  kernel: { purpose: 'words everyone shares: Rng, Fault, invariant, stable hash', imports: [], pure: true },
  statistics: {
    purpose: 'intervals, exact and sequential tests, agreement, advantages',
    imports: ['kernel'],
    pure: true,
  },
  report: { purpose: 'what reports are made of: safe text, axes, plots, tables', imports: [], pure: true },
  contracts: {
    purpose: 'nouns that cross folders or reach disk (schemas), and the ports',
    imports: ['kernel'],
    outside: ['zod'],
    pure: true,
  },
  wasm: { purpose: 'a small WebAssembly assembler with SIMD', imports: ['kernel'], pure: true },
  circuit: {
    purpose: 'XOR-AND graph, interpreter, WASM code generator, AIGER, truth table, ANF, CNF',
    imports: ['kernel', 'wasm'],
    pure: true,
  },
  sat: { purpose: 'CDCL solver, DIMACS, proofs and their checker', imports: ['kernel', 'wasm'], pure: true },
  verify: {
    purpose: 'equivalence, Hoare triples, CEGIS, superoptimiser; makes proof certificates',
    imports: [...core, 'circuit', 'sat'],
    pure: true,
  },
  tasks: { purpose: 'TEACH: templates, operators, oracles, faces', imports: [...core, 'circuit', 'sat'], pure: true },
  bem: {
    purpose: 'the machine: planes, lanes, experts, macros, ROUTE, fast / mid / slow path',
    imports: [...core, 'wasm', 'circuit', 'sat', 'verify'],
    pure: true,
  },
  lm: {
    purpose: 'a small language model trained in process',
    imports: [...core, 'wasm'],
    outside: ['zod'],
    pure: true,
  },
  skill: {
    purpose: 'skill package, edits, protected regions, reflect / aggregate / select / update',
    imports: core,
    outside: ['yaml', 'zod'],
    pure: true,
  },
  score: { purpose: 'scorers of replies and artefacts', imports: core, outside: ['zod'], pure: true },
  judge: { purpose: 'judges and the reliability of their judgements', imports: core, pure: true },
  gate: { purpose: 'may the candidate replace the incumbent?', imports: core, outside: ['zod'], pure: true },
  schedule: {
    purpose: 'what to practise next: domain, difficulty, template, patch, edit budget',
    imports: core,
    pure: true,
  },
  loops: {
    purpose: 'the only place that puts the above in order, against ports',
    imports: [...core, ...learners, ...judges],
    outside: ['zod'],
    pure: true,
  },
  store: {
    purpose: 'run store, journal, effects, content-addressed results',
    imports: core,
    outside: ['node:', 'kysely', 'libsql', 'pg'],
    pure: false,
  },
  dispatch: {
    purpose: 'where work runs: this process, threads, sandboxes, many machines',
    imports: core,
    outside: ['node:', 'bullmq', 'ioredis', 'pg', 'piscina', 'quickjs-emscripten', 'zod'],
    pure: false,
  },
  models: {
    purpose: 'language models and agents: providers, recorded, simulated',
    imports: core,
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
  bench: {
    purpose: 'the benchmark suite: fixed configurations, peers, referee, scoring',
    imports: [...core, ...learners, ...judges, 'loops', ...world, 'report'],
    outside: ['node:', 'zod', 'hono', '@hono/node-server', '@jax-js/jax'],
    pure: false,
  },
  server: {
    purpose: 'HTTP, live events, reports, MCP',
    imports: [...core, 'store', 'report'],
    outside: ['node:', 'zod', 'hono', '@hono/node-server', '@modelcontextprotocol/server'],
    pure: false,
  },
  api: {
    purpose: 'what users import: one module per subject, and the composition roots that programs and commands share',
    imports: [...core, ...learners, ...judges, 'loops', ...world],
    outside: ['node:', 'zod'],
    pure: false,
  },
  cli: {
    purpose: 'composition root: builds adapters, calls one function of a loop',
    imports: [...core, ...learners, ...judges, 'loops', ...world, 'bench', 'server', 'api', 'report'],
    outside: ['node:', 'zod', 'commander', 'hono', '@hono/node-server', 'picocolors', 'jiti', 'yaml'],
    pure: false,
  },
};
