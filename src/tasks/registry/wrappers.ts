import type { AnyTemplate } from '#foundation/contracts/tasks';
import { envNonstationary } from '../operators/env-nonstationary.ts';
import { safeDecisionWithHelp } from '../operators/safe-decision.ts';
import { selfCalibrationBatch } from '../operators/self-calibration.ts';
import { gridNav } from '../templates/grid-nav.ts';
import { kvRetrieval } from '../templates/sequences/kv-retrieval.ts';
import { pathNameOf, withPathName } from '../settings/versions.ts';

/** The wrappers over their usual base: what their bare names mean. */
export const wrapperTemplates: readonly AnyTemplate[] = [
  withPathName(envNonstationary(gridNav), `ENV_NONSTATIONARY.v2(${pathNameOf(gridNav)})`),
  withPathName(safeDecisionWithHelp(kvRetrieval), `SAFE_DECISION_WITH_HELP.v2(${pathNameOf(kvRetrieval)})`),
  withPathName(selfCalibrationBatch(kvRetrieval), `SELF_CALIBRATION_BATCH(${pathNameOf(kvRetrieval)})`),
];
