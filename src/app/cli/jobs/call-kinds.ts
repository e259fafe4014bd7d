import type { AnyJobKind } from '#foundation/contracts/ports';
import type { Shell } from '../command.ts';
import { configuredTraining } from '../skill/train-config.ts';
import { createAskKind } from './ask-kind.ts';
import { createJudgeKind } from './judge-kind.ts';
import { probeKind } from './probe-kind.ts';
import { createRolloutKind } from './rollout-kind.ts';

/** Kinds of jobs that wait for others, with the keys and the configuration of this machine. */
export function callKinds(shell: Shell): readonly AnyJobKind[] {
  const own = shell.config === undefined ? undefined : configuredTraining(shell);
  const place = { env: shell.env, folder: shell.config?.folder ?? shell.folder, own };
  return [createRolloutKind(place), createAskKind(shell.env), createJudgeKind(place), probeKind];
}
