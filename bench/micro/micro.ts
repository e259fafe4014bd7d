import { createCycleClock } from '../cycle-clock.ts';
import { optimiseAtOnce } from '../engine-flags.ts';
import { describeHardware, type Hardware } from '../hardware.ts';
import { benchRoute, type RouteSection } from '../route/route.ts';
import { benchSatChecks, type SatCheckSection } from '../sat-check/sat-check.ts';
import type { Target } from '../target.ts';
import { type AluSection, benchAlu } from './alu.ts';
import { benchExperts, type ExpertSection } from './expert.ts';
import type { Profile } from './profile.ts';
import { benchSteps, type StepSection } from './step.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/** The sections of the microbenchmarks, in the order they run. */
interface MicroSections {
  readonly alu: AluSection;
  readonly experts: ExpertSection;
  readonly steps: StepSection;
  readonly route: RouteSection;
  readonly satCheck: SatCheckSection;
}

/** Microbenchmarks of spec/benchmark-suite §2, and the machine step they add up to. */
export interface MicroReport extends MicroSections {
  readonly suite: 'micro';
  readonly profile: Profile;
  readonly hardware: Hardware;
  /** How cycles come about, and the clock of each section in GHz. */
  readonly cycles: {
    readonly areCounted: boolean;
    readonly says: string;
    readonly coreGHz: Readonly<Record<keyof MicroSections, number>>;
  };
  readonly targets: readonly Target[];
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** What the benchmark may look at, and who hears how far it is. */
export interface MicroWorld {
  readonly environment: Readonly<Record<string, string | undefined>>;
  note(line: string): void;
}

/** Runs the microbenchmarks. */
export async function runMicro(profile: Profile, world: MicroWorld): Promise<MicroReport> {
  const begun = performance.now();
  const cpuSeconds = cpuSecondsSince();
  optimiseAtOnce();
  const hardware = describeHardware();
  const clock = await createCycleClock();
  const section = async <T>(
    name: string,
    work: () => ((ghz: number) => T) | Promise<(ghz: number) => T>,
  ): Promise<{ readonly part: T; readonly ghz: number }> => {
    world.note(name);
    const { result, ghz } = await clock.during(work);
    return { part: result(ghz), ghz };
  };
  const alu = await section('BIT-ALU', () => benchAlu(profile));
  const experts = await section('expert evaluation', () => benchExperts(profile));
  const steps = await section('machine steps', () => benchSteps(profile));
  const route = await section('ROUTE', () => benchRoute(profile.route, world));
  const satCheck = await section('SAT_CHECK and PROOF_CHECK', () => benchSatChecks(profile.satCheck, world));
  return {
    suite: 'micro',
    profile,
    hardware,
    cycles: {
      areCounted: clock.isCounted,
      says: clock.says,
      coreGHz: { alu: alu.ghz, experts: experts.ghz, steps: steps.ghz, route: route.ghz, satCheck: satCheck.ghz },
    },
    alu: alu.part,
    experts: experts.part,
    steps: steps.part,
    route: route.part,
    satCheck: satCheck.part,
    targets: [...alu.part.targets, ...experts.part.targets, ...steps.part.targets, ...route.part.targets],
    wallSeconds: (performance.now() - begun) / 1000,
    cpuSeconds: cpuSeconds(),
  };
}
