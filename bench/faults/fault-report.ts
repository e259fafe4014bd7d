import { Fault } from '#foundation/kernel';

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

/** Where and how one group of faults, or a part of it, was measured. */
export interface MeasuredGroup {
  readonly group: string;
  /** Which of how many parts, such as 1/1. */
  readonly part: string;
  readonly quick: boolean;
  readonly seed: number;
  /** The commit of the checkout that made the faults; none outside of a checkout. */
  readonly commit?: string;
  /** What was killed and resumed. */
  readonly program: string;
  readonly minutes: number;
  /** Load average of the machine at the end, and how many cores it has. */
  readonly load: number;
  readonly cores: number;
}

export interface FaultReport {
  readonly suite: 'faults';
  readonly quick: boolean;
  readonly seed: number;
  readonly groups: readonly MeasuredGroup[];
  readonly rows: readonly FaultRow[];
  readonly total: Omit<FaultRow, 'fault' | 'note' | 'allowed'>;
}

export function reportOf(
  rows: readonly FaultRow[],
  groups: readonly MeasuredGroup[],
  { quick, seed }: Pick<FaultReport, 'quick' | 'seed'>,
): FaultReport {
  const sum = (of: (row: FaultRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const recoveries = rows.flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]));
  return {
    suite: 'faults',
    quick,
    seed,
    groups,
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

/**
 * The parts of one matrix as a whole: counts are summed, the longest recovery stays. Only parts of one commit, one seed and one size are one
 * matrix, and each part of a group is there once.
 */
export function joinReports(reports: readonly FaultReport[]): FaultReport {
  const groups = reports.flatMap((report) => report.groups);
  refuseDifferent(groups);
  refuseIncomplete(groups);
  const names = [...new Set(reports.flatMap(({ rows }) => rows.map(({ fault }) => fault)))];
  const of = { quick: groups[0]!.quick, seed: groups[0]!.seed };
  const rows = names.map((fault): FaultRow => {
    const own = reports.flatMap((report) => report.rows.filter((row) => row.fault === fault));
    const { total } = reportOf(own, [], of);
    const allowed = own.reduce((sum, row) => sum + (row.allowed ?? 0), 0);
    const note = own.find((row) => row.note !== undefined)?.note;
    return { fault, ...total, ...(allowed === 0 ? {} : { allowed }), ...(note === undefined ? {} : { note }) };
  });
  return reportOf(rows, groups, of);
}

function refuseDifferent(groups: readonly MeasuredGroup[]): void {
  for (const what of ['commit', 'seed', 'quick', 'program'] as const) {
    const values = [...new Set(groups.map((group) => String(group[what] ?? 'none')))];
    if (values.length > 1) throw new Fault('bench/parts', `the parts differ in their ${what}: ${values.join(', ')}`);
  }
}

function refuseIncomplete(groups: readonly MeasuredGroup[]): void {
  if (groups.length === 0) throw new Fault('bench/parts', 'none of the files says what was measured');
  for (const name of new Set(groups.map(({ group }) => group))) {
    const parts = groups.filter(({ group }) => group === name).map(({ part }) => part);
    const of = Number(parts[0]!.split('/')[1]);
    const wanted = Array.from({ length: of }, (_, i) => `${i + 1}/${of}`);
    const isWhole = parts.length === of && wanted.every((part) => parts.includes(part));
    if (!isWhole)
      throw new Fault('bench/parts', `group ${name} needs each of ${of} parts once, not ${parts.join(', ')}`);
  }
}

/** A row for a fault that this machine cannot make. */
export function notRun(fault: string, note: string): FaultRow {
  return { fault, injected: 0, survived: 0, lost: 0, repeated: 0, recoveryMs: null, note };
}
