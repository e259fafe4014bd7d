import { optimiseAtOnce } from './engine-flags.ts';
import { describeHardware, type Hardware } from './hardware.ts';
import { benchExperts, type ExpertSection } from './micro-expert.ts';
import { benchSteps, type StepSection } from './micro-step.ts';
import type { Target } from './target.ts';

/** The microbenchmarks of seed 003 §2 that are there so far. */
export interface MicroReport {
  readonly suite: 'micro';
  readonly mode: 'quick' | 'full';
  readonly hardware: Hardware;
  readonly experts: ExpertSection;
  readonly steps: StepSection;
  readonly targets: readonly Target[];
}

/** Runs the microbenchmarks; `note` hears of each section. */
export async function runMicro(
  options: { readonly quick: boolean },
  note: (line: string) => void,
): Promise<MicroReport> {
  optimiseAtOnce();
  const hardware = describeHardware();
  const settings = { quick: options.quick, ghz: hardware.estimatedGHz };
  note('expert evaluation');
  const experts = await benchExperts(settings);
  note('machine steps');
  const steps = await benchSteps(settings);
  const targets = [...experts.targets, ...steps.targets];
  return { suite: 'micro', mode: options.quick ? 'quick' : 'full', hardware, experts, steps, targets };
}
