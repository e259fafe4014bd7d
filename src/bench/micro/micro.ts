import type { Profile } from './profile.ts';
import { optimiseAtOnce } from '../engine-flags.ts';
import { describeHardware, type Hardware } from '../hardware.ts';
import { type AluSection, benchAlu } from './alu.ts';
import { benchExperts, type ExpertSection } from './expert.ts';
import { benchSteps, type StepSection } from './step.ts';
import type { Target } from '../target.ts';

/** Microbenchmarks of seed 003 §2: BIT-ALU, expert evaluation, and the machine step they add up to. */
export interface MicroReport {
  readonly suite: 'micro';
  readonly profile: Profile;
  readonly hardware: Hardware;
  readonly alu: AluSection;
  readonly experts: ExpertSection;
  readonly steps: StepSection;
  readonly targets: readonly Target[];
}

/** Runs the microbenchmarks; `note` hears of each section. */
export async function runMicro(profile: Profile, note: (line: string) => void): Promise<MicroReport> {
  optimiseAtOnce();
  const hardware = describeHardware();
  note('BIT-ALU');
  const alu = benchAlu(profile, hardware.estimatedGHz);
  note('expert evaluation');
  const experts = await benchExperts(profile, hardware.estimatedGHz);
  note('machine steps');
  const steps = await benchSteps(profile, hardware.estimatedGHz);
  const targets = [...alu.targets, ...experts.targets, ...steps.targets];
  return { suite: 'micro', profile, hardware, alu, experts, steps, targets };
}
