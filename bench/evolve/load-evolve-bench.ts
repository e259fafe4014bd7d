import type { EvolveArm } from './arms.ts';
import type { costTable } from './cost-table.ts';
import type { evolveReport } from './evolve-report.ts';
import type { harmOf } from './harm.ts';
import type { outsiderPlaces, scoreOutsiders } from './outsiders.ts';

/** The parts of `pawl bench evolve`, loaded when it is run. */
export interface EvolveBench {
  readonly evolveArms: readonly EvolveArm[];
  readonly costTable: typeof costTable;
  readonly evolveReport: typeof evolveReport;
  readonly harmOf: typeof harmOf;
  readonly outsiderPlaces: typeof outsiderPlaces;
  readonly scoreOutsiders: typeof scoreOutsiders;
}

export async function loadEvolveBench(): Promise<EvolveBench> {
  return {
    ...(await import('./arms.ts')),
    ...(await import('./cost-table.ts')),
    ...(await import('./evolve-report.ts')),
    ...(await import('./harm.ts')),
    ...(await import('./outsiders.ts')),
  };
}
