import type { FacePorts } from '#foundation/contracts/words';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { addCases } from './case-plan.ts';
import { hear } from './heard.ts';
import { addOwn } from './own-plan.ts';
import type { EpisodeValues } from './value-hypothesis.ts';

/** The last thing heard changes the kept words; the kept words decide which choice is best. */
export function valuePlan(values: EpisodeValues, face: FacePorts): ThinkPlan {
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const heard = hear(plan, values.echo, face);
  if (values.kind === 'cases') addCases(plan, values, face, heard);
  else addOwn(plan, values, face, heard);
  return plan.build(1);
}
