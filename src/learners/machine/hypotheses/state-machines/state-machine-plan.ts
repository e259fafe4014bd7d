import type { FacePorts } from '#foundation/contracts/words';
import type { Automaton } from '../../plans/automaton.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { planProgram } from '../../plans/programs/program-experts.ts';
import { resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { tokenPart } from '../token-part.ts';
import { countsUnder, type StepBinding } from './step-binding.ts';

/** An automaton that reads a token an observation: its state is kept through the episode. */
export function stateMachinePlan(program: Automaton, binding: StepBinding, face: FacePorts): ThinkPlan {
  const inner = planProgram(program, { maxLength: 1 });
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const state = plan.keptWord(inner.state);
  const answer = plan.word(inner.outputs);
  const given = binding.words.map((word) => {
    const { offset, width } = face.observation.ports[word]!;
    return plan.input(offset, width);
  });
  const token = tokenPart(plan, given, countsUnder(binding, face)).slice(0, inner.inputs);
  const regions = { input: token, state, shared: [], output: answer };
  const at = ({ region, at: place }: Bit): Bit => regions[region][place]!;
  for (const { id, reads, writes, circuit } of inner.parts)
    plan.add(id, { reads: reads.map(at), writes: writes.map(at), circuit });
  const { offset, width } = face.action.ports[binding.answer]!;
  plan.part('say', [answer], [plan.output(offset, width)], (_, [said]) => [resize(said!, width)]);
  return plan.build(1);
}
