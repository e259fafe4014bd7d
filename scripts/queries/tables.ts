import type { Generated } from 'kysely';

/** The tables of a store as queries see them, in SQLite and in PostgreSQL. */
export interface Tables {
  /** What people noted of a run, or of one of its recorded calls; no part of any hash. */
  readonly notes: { readonly run: string; readonly about: string; readonly content: string };
  readonly runs: {
    /** In the order in which runs were begun: a clock that is set back does not change it. */
    readonly rowid: Generated<number>;
    readonly id: string;
    readonly loop: string;
    readonly seed: number;
    readonly config: string;
    readonly status: string;
    readonly started_at: number;
    readonly ended_at: number | null;
    readonly hash: string | null;
    readonly summary: string | null;
    readonly steps: string | null;
  };
  readonly events: { readonly run: string; readonly seq: number; readonly type: string; readonly data: string };
  readonly effects: { readonly run: string; readonly key: string; readonly name: string; readonly result: string };
  readonly blobs: { readonly hash: string; readonly bytes: Uint8Array };
  readonly certificates: {
    readonly id: Generated<number>;
    readonly run: string;
    readonly hash: string;
    readonly content: string;
  };
  readonly locks: {
    readonly run: string;
    readonly token: string;
    readonly place: string;
    readonly pid: number;
    readonly born: string;
    readonly heartbeat: number;
  };
  readonly attempts: { readonly id: Generated<number>; readonly run: string; readonly keys: string };
}
