import { words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planProgram } from '../../plans/programs/program-experts.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import type { StepProgram } from '../../plans/programs/program.ts';
import { readList, resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import { tokenPart } from '../token-part.ts';
import { type SequenceBinding, tokenPorts } from './sequence-binding.ts';

/** A program over tokens as a machine that reads a list from its observation, one token per think-step. */
export function sequencePlan(program: StepProgram, binding: SequenceBinding, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const tokens = tokenPorts(binding, ports);
  const columns = [...tokens, ...(binding.payloads === undefined ? [] : [ports[binding.payloads]!])];
  const { count } = tokens[0]!.repeats[0]!;
  const inner = planProgram(program, { maxLength: count });
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const reader = readList(plan, face, columns);
  const state = plan.word(inner.state);
  const shared = plan.word(inner.shared);
  const answer = plan.word(inner.outputs);
  for (const one of inner.ones) plan.markOne(state[one]!);
  const payloadBits = reader.items[tokens.length] ?? [];
  const token = tokenPart(
    plan,
    reader.items.slice(0, tokens.length),
    tokens.map(({ values }) => values),
  );
  const input = [...token.slice(0, inner.inputs - payloadBits.length), ...payloadBits];
  const regions = { input, state, shared, output: answer };
  const at = ({ region, at: place }: Bit): Bit => regions[region][place]!;
  plan.when(reader.active, true, () => {
    for (const { id, reads, writes, circuit, macro } of inner.parts) {
      plan.add(id, {
        reads: reads.map(at),
        writes: writes.map(at),
        circuit,
        ...(macro === undefined ? {} : { macro }),
      });
    }
  });
  const answerPort = face.action.ports[binding.answer]!;
  const [place] = placesOf(answerPort);
  const isMemory = program.kind === 'memory-controller';
  plan.part('answer', [answer], [plan.output(place!, answerPort.width)], (builder, [given]) => {
    if (!isMemory) return [resize(given!, answerPort.width)];
    // A memory answers with a payload and a mark that there is one; the word counts from none.
    const payload = given!.slice(0, -1);
    const next = words.increment(builder, resize(payload, answerPort.width));
    return [next.map((edge) => builder.and(edge, given!.at(-1)!))];
  });
  return plan.build(count);
}
