import { createRng } from '#foundation/kernel';
import type { Clock, Progress } from '#foundation/contracts/ports';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { balanceOf, type BalanceReport } from '../laws/balance-law.ts';
import { mutationLaw, type MutationReport } from '../laws/mutation-law.ts';
import { declarationLaw } from '../laws/declaration-law.ts';
import { oracleLaw, type OracleReport } from '../laws/oracle-law.ts';
import { playLaw, type PlayReport } from '../laws/play-law.ts';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';

/** Everything that was checked of one level. */
export interface LevelCheck {
  readonly level: number;
  readonly oracle: OracleReport;
  readonly mutation: MutationReport;
  readonly play: PlayReport;
  readonly balance: BalanceReport | undefined;
}

/** Everything that was checked of one template. */
export interface TemplateCheck {
  readonly template: string;
  readonly ok: boolean;
  readonly levels: readonly LevelCheck[];
  /** Instances per second at level 1, generated and answered by the oracle. */
  readonly instancesPerSecond: number;
  /** Steps per second of an environment with many steps, at level 3 or the last. */
  readonly stepsPerSecond: number | undefined;
  readonly findings: readonly string[];
}

/** Instances that are played through in all ways. */
const MOST_PLAYED = 100;

/** Labels further apart than this, or sizes that predict them better, are findings. */
const IMBALANCE = 0.02;
const PREDICTOR = 0.55;

/** Applies the laws to `instances` instances of every level, and measures the speed at level 1. */
export function checkTemplate(
  template: AnyTemplate,
  instances: number,
  clock: Clock,
  progress?: Progress,
): TemplateCheck {
  const declared = declarationLaw(template);
  const levels = template.levels.map((_, i): LevelCheck => {
    const level = i + 1;
    progress?.(i, template.levels.length, `levels of ${template.name}`);
    return {
      level,
      oracle: oracleLaw(template, level, instances),
      mutation: mutationLaw(template, level, Math.min(instances, 200)),
      play: playLaw(template, level, Math.min(instances, MOST_PLAYED)),
      balance: balanceOf(template, level, Math.max(instances, 10_000)),
    };
  });
  const played = levels.flatMap(({ level, oracle, mutation, play, balance }) => {
    const found = [...oracle.findings, ...mutation.findings, ...play.findings];
    if (balance !== undefined && balance.imbalance > IMBALANCE)
      found.push(`level ${level}: labels are off by ${balance.imbalance}`);
    for (const [size, accuracy] of Object.entries(balance?.predictors ?? {})) {
      if (accuracy > PREDICTOR) found.push(`level ${level}: ${size} alone predicts the label ${accuracy} of the time`);
    }
    return found;
  });
  const findings = [...declared, ...played];
  return {
    template: template.name,
    ok: findings.length === 0,
    levels,
    instancesPerSecond: levels.length === 0 ? 0 : throughput(template, clock),
    stepsPerSecond: template.shape === 'episode' && levels.length > 0 ? stepping(template, clock) : undefined,
    findings,
  };
}

/** Instances per unit of the clock's seconds: drawn, their optimum computed and their first action asked of the oracle. */
function throughput(template: AnyTemplate, clock: Clock, level = 1): number {
  const setting = settingOf(template, level);
  let index = 0;
  const run = (ms: number): number => {
    const from = clock.now();
    const first = index;
    for (;;) {
      for (let i = 0; i < 32; i += 1, index += 1) {
        const { instance } = drawAt(template, setting, { seed: 'speed', index });
        const policy = template.oracle(instance);
        policy.act(template.start(instance).observe());
        template.optimum(instance);
      }
      const took = clock.now() - from;
      if (took >= ms) return ((index - first) * 1000) / took;
    }
  };
  // Warm: what is measured is the compiled code, as in any long run.
  run(150);
  return Math.round(run(250));
}

/** Observes and steps with random actions drawn beforehand, starting anew whenever an episode ends. */
function stepping(template: AnyTemplate, clock: Clock): number {
  const setting = settingOf(template, Math.min(3, template.levels.length));
  const { instance } = drawAt(template, setting, { seed: 'speed' });
  const rng = createRng(`speed/${template.name}`);
  let environment = template.start(instance);
  const actions = Array.from({ length: 64 }, () => template.randomAction(environment.observe(), rng, setting.params));
  const run = (ms: number): number => {
    const from = clock.now();
    for (let steps = 0; ; steps += 1024) {
      for (let i = 0; i < 1024; i += 1) {
        environment.observe();
        if (environment.step(actions[i % 64]).done) environment = template.start(instance);
      }
      const took = clock.now() - from;
      if (took >= ms) return ((steps + 1024) * 1000) / took;
    }
  };
  run(50);
  return Math.round(run(100));
}
