import { machineReport } from '#bem';
import type { MicroReport } from './micro.ts';

/** A report of the microbenchmarks as Markdown, line by line. */
export function microReport(report: MicroReport): string[] {
  const { hardware, alu, experts, steps, targets, profile } = report;
  const { cpu, microarchitecture, reportedGHz, estimatedGHz, cycles, nativeSimdBits, simdBits } = hardware;
  return [
    `# Microbenchmarks (${profile.name})`,
    '',
    `- CPU: ${cpu}, ${microarchitecture}; reported base clock ${reportedGHz > 0 ? `${reportedGHz} GHz` : 'unknown'}, core clock ${estimatedGHz.toFixed(2)} GHz`,
    `- Vectors: ${nativeSimdBits} bits in hardware, W_hw = ${simdBits} in WebAssembly; cycles ${cycles}`,
    `- Load average ${hardware.loadAverage.toFixed(1)} on ${hardware.cores} cores, Node ${hardware.node}`,
    '',
    '## BIT-ALU',
    '',
    `Pattern: ${alu.pattern}.`,
    '',
    '| op | W | cycles/op | ops/s | bits/s | of 128-bit C | of AVX2 C |',
    '|---|---|---|---|---|---|---|',
    ...alu.cells.map(
      (cell) =>
        `| ${cell.op} | ${cell.lanes} | ${cell.cyclesPerOp.toFixed(2)} | ${cell.opsPerSecond.toExponential(2)} | ${cell.bitsPerSecond.toExponential(2)} | ${ratio(cell.native['c128'])} | ${ratio(cell.native['avx2'])} |`,
    ),
    '',
    '## Expert evaluation',
    '',
    `${experts.representation}. G: ${experts.gateDefinition}. Pattern: ${experts.pattern}.`,
    experts.peers.length === 0
      ? 'No C compiler was found, so there are no ratios.'
      : `Peers: ${experts.peers.map(({ name, command }) => `${name} is \`${command}\``).join(', ')}.`,
    '',
    '| G | W | cycles/batch | cycles/lane | batches/s | G gate-lanes/s | of 128-bit C | of AVX2 C |',
    '|---|---|---|---|---|---|---|---|',
    ...experts.cells.map(
      (cell) =>
        `| ${cell.gates} | ${cell.lanes} | ${cell.cyclesPerBatch.toFixed(0)} | ${cell.cyclesPerLane.toFixed(3)} | ${cell.batchesPerSecond.toExponential(2)} | ${(cell.gateLanesPerSecond / 1e9).toFixed(0)} | ${ratio(cell.native['c128'])} | ${ratio(cell.native['avx2'])} |`,
    ),
    '',
    `An expert of 256 gates is encoded in ${figure(experts.encodeUs)} µs (median); with compilation elsewhere and start, the main thread spends ${figure(experts.compileMainThreadUs?.median)} µs (median) to ${figure(experts.compileMainThreadUs?.p99)} µs (p99).`,
    '',
    '## Machine step',
    '',
    `K_cand = 16, S = 4, G = 256, W = 512. ${steps.pattern}.`,
    '',
    '| keys | experts | run per step | cycles/step | lane-steps/s |',
    '|---|---|---|---|---|',
    ...steps.cells.map(
      (cell) =>
        `| ${cell.keys} | ${cell.experts} | ${cell.expertsPerStep} | ${cell.cyclesPerStep.toFixed(0)} | ${cell.laneStepsPerSecond.toExponential(2)} |`,
    ),
    '',
    ...machineReport(steps.machine).map((line) => `- ${line}`),
    '',
    '## Targets',
    '',
    '| target | value | goal | status |',
    '|---|---|---|---|',
    ...targets.map(
      ({ name, value, goal, status }) => `| ${name} | ${figure(value ?? undefined)} | ${goal} | ${status} |`,
    ),
  ];
}

function ratio(native: { readonly ratio: number } | undefined): string {
  return native === undefined ? '' : native.ratio.toFixed(2);
}

function figure(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  return value >= 1e6 ? value.toExponential(2) : value.toPrecision(3);
}
