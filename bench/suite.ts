import type { Json } from '#foundation/contracts';
import type { Plot, Table } from '#app/report';
import type { Target } from './target.ts';
import type { KeptRuns } from './train/kept-runs.ts';

export type { Plot, Table } from '#app/report';

/** What a benchmark is run with. Results are deterministic in these, apart from times. */
export interface SuiteOptions {
  readonly quick: boolean;
  readonly seed: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Leave peers out where they build for minutes. */
  readonly skipSlowPeers?: boolean;
  /** A file of the user's own data, where the benchmark takes one. */
  readonly corpus?: { readonly name: string; readonly bytes: Uint8Array };
  /** A folder of the user's own files, where the benchmark takes one. */
  readonly folder?: string;
  /** Rows already measured: what was stopped goes on from there. */
  readonly keep?: KeptRuns;
  note(line: string): void;
}

/** What a benchmark found; all of it is data, so that one report fits every benchmark. */
export interface SuiteResult {
  readonly suite: string;
  readonly quick: boolean;
  readonly seed: number;
  /** Everything that fixes the run: machine configuration, learner settings, sizes, splits. */
  readonly configuration: Json;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly targets: readonly Target[];
  /** What a reader must know to read the figures: subsets declared, peers not found, sources quoted. */
  readonly notes: readonly string[];
  /** CPU seconds of the whole benchmark; the tables say the rest. */
  readonly cpuSeconds: number;
}

/** A benchmark: fixed configurations, beside their peers. */
export interface Suite {
  run(options: SuiteOptions): Promise<SuiteResult>;
}

/** A row of the table of benchmarks: `pawl bench NAME`. The benchmark itself loads when it is run. */
export interface SuiteRow {
  readonly name: string;
  readonly summary: string;
  /** Its figures are times of small things: nothing else runs beside it. */
  readonly isQuiet?: true;
  /** `pawl bench all` leaves it out, because it measures a part that is not the machine, or takes too long. */
  readonly isApart?: true;
  load(): Promise<Suite>;
  /** The same measured on the files of a folder that a flag names; its result has a name of its own. */
  readonly onFiles?: {
    readonly flag: 'epfl' | 'formulas' | 'sygus';
    readonly result: string;
    load(): Promise<Suite>;
  };
}
