/** How much work a run does. It is counted, so it is the same everywhere; it was sized by the time it takes on two cores. */
export interface Profile {
  /** Templates practised; all that there are where none is named. */
  readonly templates?: readonly string[];
  /** The highest level that is practised of any template; all where it is not told. */
  readonly highest?: number;
  /** The lowest level that is practised; 1 where it is not told. */
  readonly lowest?: number;
  /** Lessons at once: fixed, whatever the number of cores, so that the same run is done everywhere. */
  readonly batch: number;
  /** Of phase 1 as a whole: it ends with whichever is spent first. */
  readonly ceiling: { readonly episodes: number; readonly effort: number };
  /** Steps of phase 3. */
  readonly mixed: number;
  /** Patches verified at once in a step of phase 3, guesses per fragment among them, and compositions that are practised. */
  readonly verified: number;
  readonly bold: number;
  /** Patches verified at the end of phase 3, and of each round of phase 4, before what is left leaves the queue. */
  readonly settled: number;
  readonly compositions: number;
  /** Rounds of phase 4: each gives lessons, distils and verifies. */
  readonly maintain: number;
  /** What one race may spend at first. It doubles each time a level was practised in vain: `patience` times, or more often where few templates are practised. */
  readonly budget: { readonly episodes: number; readonly effort: number };
  readonly patience: number;
  /** Tasks on which a skill is measured, on which two are compared, and on which the report is made. */
  readonly measured: number;
  readonly compared: number;
  readonly reported: number;
  /** Normalised score from which a level needs no practice. */
  readonly target: number;
  /** Normalised score of level 1 at which specialists leave a template to the main machine: it need not be perfect. */
  readonly early: number;
  /** Share of a domain's templates that must stand at level 2 with the target reached for its phase 1 to end. */
  readonly earlyShare: number;
}

const common = { batch: 2, patience: 3, target: 0.95, early: 0.7, earlyShare: 1 } as const;

export const profiles = {
  tiny: {
    ...common,
    templates: ['PARITY', 'MAJORITY', 'DYCK1', 'KV_RETRIEVAL'],
    highest: 3,
    ceiling: { episodes: 24_000, effort: 4e7 },
    mixed: 16,
    verified: 4,
    bold: 1,
    settled: 16,
    compositions: 3,
    maintain: 0,
    budget: { episodes: 6000, effort: 1e7 },
    measured: 16,
    compared: 40,
    reported: 40,
  },
  // Small enough for nine arms of five seeds. Of some templates specialists learn little, so that it matters what is practised afterwards.
  bench: {
    ...common,
    templates: [
      'PARITY',
      'KV_RETRIEVAL',
      'LOGIC_IMPLICATION',
      'ARITH_EXPR',
      'EXEC_TINY_VM',
      'COMM_REFERENTIAL',
      'TOOL_LLM_SUGGEST',
      'TOOL_PROVER_VERIFY',
      'SAFE_DECISION_WITH_HELP(KV_RETRIEVAL)',
    ],
    highest: 3,
    patience: 2,
    ceiling: { episodes: 40_000, effort: 8e7 },
    mixed: 20,
    verified: 4,
    bold: 1,
    settled: 16,
    compositions: 5,
    maintain: 1,
    budget: { episodes: 3000, effort: 4e6 },
    measured: 16,
    compared: 48,
    reported: 48,
  },
  quick: {
    ...common,
    // All domains, and families of tools, causes, messages and help, of which some are not learnt in this time; which is practised how long is for the
    // schedule to find out.
    templates: [
      'ARITH_EXPR',
      'EXEC_TINY_VM',
      'CODE_LM',
      'PARITY',
      'MAJORITY',
      'DYCK1',
      'KV_RETRIEVAL',
      'LOGIC_SAT_DECIDE',
      'LOGIC_IMPLICATION',
      'GRID_NAV',
      'SAFE_RL',
      'CHAR_LM',
      'TOOL_DB_LOOKUP',
      'COMM_REFERENTIAL',
      'CAUSAL_BANDIT',
      'SAFE_DECISION_WITH_HELP(KV_RETRIEVAL)',
      'SELF_CALIBRATION_BATCH(KV_RETRIEVAL)',
    ],
    highest: 4,
    patience: 1,
    ceiling: { episodes: 120_000, effort: 2.2e8 },
    mixed: 40,
    verified: 4,
    bold: 1,
    settled: 64,
    compositions: 5,
    maintain: 1,
    budget: { episodes: 8000, effort: 1.5e7 },
    measured: 24,
    compared: 64,
    reported: 40,
  },
  full: {
    ...common,
    ceiling: { episodes: 6_000_000, effort: 4e10 },
    mixed: 300,
    verified: 8,
    bold: 2,
    settled: 600,
    compositions: 12,
    maintain: 5,
    budget: { episodes: 60_000, effort: 2e8 },
    measured: 32,
    compared: 128,
    reported: 400,
  },
} as const satisfies Readonly<Record<string, Profile>>;
