/**
 * What the specification says MUST be reported, as paths into the report of `bench micro`; `[]` means every element of a
 * list that may not be empty.
 *
 * @source seed 003 §1.2, §1.3, §2.1.3, §2.2.3, §2.3.3, §2.4.3, §6.1
 */
export const mustFields = [
  'hardware.cpu',
  'hardware.microarchitecture',
  'hardware.baseClock.source',
  'hardware.simdBits',
  'hardware.nativeSimdBits',
  'steps.shape.lanes',
  'cycles.areCounted',
  'cycles.says',
  'cycles.coreGHz.alu',
  'steps.machine.knobs[].symbol',
  'steps.machine.knobs[].value',
  'steps.machine.keyPlanes[]',
  'alu.pattern',
  'alu.cells[].op',
  'alu.cells[].lanes',
  'alu.cells[].operations',
  'alu.cells[].cyclesPerOp',
  'alu.cells[].opsPerSecond',
  'alu.cells[].bitsPerSecond',
  'route.similarity',
  'route.pattern',
  'route.rows[].nodes',
  'route.rows[].candidates',
  'route.rows[].parameters',
  'route.rows[].pIn',
  'route.rows[].bits',
  'experts.representation',
  'experts.gateDefinition',
  'experts.pattern',
  'experts.cells[].gates',
  'experts.cells[].cyclesPerBatch',
  'experts.cells[].cyclesPerLane',
  'experts.cells[].batchesPerSecond',
  'steps.cells[].cyclesPerStep',
  'steps.cells[].laneStepsPerSecond',
  'satCheck.generation',
  'satCheck.pattern',
  'satCheck.rows[].variables',
  'satCheck.rows[].clauses',
  'satCheck.rows[].cyclesPerSatCheck',
  'satCheck.rows[].satChecksPerSecond',
  'satCheck.rows[].fractionSat',
  'satCheck.rows[].cyclesPerProofCheck',
  'satCheck.rows[].proofChecksPerSecond',
  'satCheck.rows[].instances',
  'satCheck.rows[].byLabel[].label',
  'satCheck.rows[].byLabel[].cyclesPerSatCheck',
] as const;

/** The symbols of §1.3 and §6.1 that a machine's configuration MUST name. */
export const mustSymbols = [
  'N',
  'K',
  'W',
  'N_expert_max',
  'G_max',
  'LUT_max',
  'B_code',
  'K_cand',
  'S',
  'n_max',
  'm_max',
  'eta',
  'gamma',
  'G_group',
  'B_patch',
] as const;

/** What each engine of ROUTE that was measured MUST report; occupancy only if it has buckets. */
export const mustRouteFigures = [
  'cyclesPerQuery',
  'queriesPerSecond',
  'recallAt1',
  'recallAtK',
  'buildSeconds',
  'queries',
] as const;

/** The paths at which a report has nothing: no value, an empty text or list, or no finite number. */
export function missingFields(report: object, paths: readonly string[] = mustFields): string[] {
  return paths.filter((path) => !isFilled(report, path.replaceAll('[]', '.[]').split('.')));
}

function isFilled(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) {
    return typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value === 'boolean' || (typeof value === 'string' && value !== '');
  }
  if (first === '[]') return Array.isArray(value) && value.length > 0 && value.every((each) => isFilled(each, rest));
  return typeof value === 'object' && value !== null && isFilled(Reflect.get(value, first), rest);
}
