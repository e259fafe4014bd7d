/** What came of one kind of fault. */
export interface FaultRow {
  readonly fault: string;
  /** How often it was done. */
  readonly injected: number;
  /** How often work went on, or was refused with a reason, as it should. */
  readonly survived: number;
  /** Results that were acknowledged and are gone, or are wrong: must be 0. */
  readonly lost: number;
  /** Work that was done twice: what was under way. */
  readonly repeated: number;
  /** The most that may be done twice where it is counted: what could be under way at all kills together. */
  readonly allowed?: number;
  /** Milliseconds from the fault to going on, the longest seen; none where nothing has to recover. */
  readonly recoveryMs: number | null;
  /** Why a row was not run, or what was seen go wrong. */
  readonly note?: string;
}

export interface FaultReport {
  readonly suite: 'faults';
  readonly quick: boolean;
  readonly seed: number;
  readonly rows: readonly FaultRow[];
  readonly total: Omit<FaultRow, 'fault' | 'note' | 'allowed'>;
}

export function reportOf(rows: readonly FaultRow[], quick: boolean, seed: number): FaultReport {
  const sum = (of: (row: FaultRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const recoveries = rows.flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]));
  return {
    suite: 'faults',
    quick,
    seed,
    rows,
    total: {
      injected: sum((row) => row.injected),
      survived: sum((row) => row.survived),
      lost: sum((row) => row.lost),
      repeated: sum((row) => row.repeated),
      recoveryMs: recoveries.length === 0 ? null : Math.max(...recoveries),
    },
  };
}

/** The parts of one matrix as a whole: counts are summed, the longest recovery stays. */
export function joinReports(reports: readonly FaultReport[]): FaultReport {
  const names = [...new Set(reports.flatMap(({ rows }) => rows.map(({ fault }) => fault)))];
  const rows = names.map((fault): FaultRow => {
    const own = reports.flatMap((report) => report.rows.filter((row) => row.fault === fault));
    const { total } = reportOf(own, false, 0);
    const allowed = own.reduce((sum, row) => sum + (row.allowed ?? 0), 0);
    const note = own.find((row) => row.note !== undefined)?.note;
    return { fault, ...total, ...(allowed === 0 ? {} : { allowed }), ...(note === undefined ? {} : { note }) };
  });
  return reportOf(
    rows,
    reports.some(({ quick }) => quick),
    reports[0]?.seed ?? 0,
  );
}

/** A row for a fault that this machine cannot make. */
export function notRun(fault: string, note: string): FaultRow {
  return { fault, injected: 0, survived: 0, lost: 0, repeated: 0, recoveryMs: null, note };
}
