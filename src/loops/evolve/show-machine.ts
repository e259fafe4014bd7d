import { InstalledThinker, type ThinkPlan } from '#bem';
import { circuitToData, depthOf, evaluate, gateCount } from '#circuit';
import { Json } from '#contracts';
import { Fault, hashOf, invariant } from '#kernel';
import { drawAt, findTemplate, Game, scoreGame, settingOf } from '#tasks';
import { type MainState, patchedPlan } from './main-state.ts';
import { skillName } from './skill.ts';

/** Circuits with more gates are not handed out to be drawn: nobody could read them. */
const MOST_GATES = 400;

type Part = ThinkPlan['parts'][number];
type Bit = Part['reads'][number];

function bitName({ region, at }: Bit): string {
  return `${region}[${at}]`;
}

function expertOf(fragment: string, part: Part): ShownExpert {
  const gates = gateCount(part.circuit);
  const data = circuitToData(part.circuit);
  const [reads, writes] = [part.reads.map(bitName), part.writes.map(bitName)];
  return {
    id: `${fragment} ${part.id}`,
    part: part.id,
    gates,
    depth: depthOf(part.circuit),
    reads,
    writes,
    guard: (part.guard ?? []).map(({ bit, value }) => `${bitName(bit)}=${value ? 1 : 0}`),
    circuit:
      gates > MOST_GATES
        ? null
        : {
            inputs: data.inputs,
            gates: [...data.gates],
            outputs: [...data.outputs],
            inputNames: reads,
            outputNames: writes,
          },
  };
}

/** An expert as it can be shown. */
export interface ShownExpert {
  id: string;
  part: string;
  gates: number;
  depth: number;
  reads: string[];
  writes: string[];
  guard: string[];
  circuit: {
    inputs: number;
    gates: number[];
    outputs: number[];
    inputNames: string[];
    outputNames: string[];
  } | null;
}

/** A skill of the machine as it can be shown. */
export interface ShownSkill {
  id: string;
  template: string;
  level: number;
  class: string;
  says: string;
  hash: string;
  thinkSteps: number;
  inputs: number;
  state: number;
  outputs: number;
  experts: ShownExpert[];
  weights: { slot: string; weight: number }[];
}

/** The skills of B_main with their experts, and what the routing weights say of each. */
export function showMain(main: MainState): ShownSkill[] {
  return main.skills.map((skill) => {
    const plan = patchedPlan(skill, main.patched);
    const id = skillName(skill);
    return {
      id,
      template: skill.template,
      level: skill.level,
      class: skill.class,
      says: skill.says,
      hash: hashOf(skill),
      thinkSteps: plan.thinkSteps,
      inputs: plan.inputs,
      state: plan.state,
      outputs: plan.outputs,
      experts: plan.parts.map((part) => expertOf(id, part)),
      weights: main.leanings
        .filter(({ fragment }) => fragment === id)
        .map(({ slot, weight }) => ({ slot, weight }))
        .toSorted((a, b) => b.weight - a.weight),
    };
  });
}

/** What happened in one think-step of one lane. */
interface Thought {
  ran: string[];
  state: string;
  output: string;
}

/** One lane of a plan, expert by expert. */
class Lane {
  readonly #plan: ThinkPlan;
  readonly #planes: Record<Bit['region'], Uint8Array>;

  constructor(plan: ThinkPlan) {
    this.#plan = plan;
    const of = (size: number): Uint8Array => new Uint8Array(size);
    this.#planes = { input: of(plan.inputs), state: of(plan.state), shared: of(0), output: of(plan.outputs) };
  }

  think(observation: Uint8Array): Thought[] {
    const { plan, planes } = { plan: this.#plan, planes: this.#planes };
    planes.input.set(observation);
    const kept = new Set(plan.kept);
    for (let i = 0; i < plan.state; i += 1) if (!kept.has(i)) planes.state[i] = 0;
    for (const i of plan.ones) planes.state[i] = 1;
    planes.output.fill(0);
    return Array.from({ length: plan.thinkSteps }, () => ({
      ran: plan.parts.filter((part) => this.#run(part)).map(({ id }) => id),
      state: planes.state.join(''),
      output: planes.output.join(''),
    }));
  }

  /** Runs a part where its guard holds; says whether it did. */
  #run({ reads, writes, circuit, guard = [] }: Part): boolean {
    const value = ({ region, at }: Bit): number => this.#planes[region][at] ?? 0;
    if (guard.some(({ bit, value: wanted }) => value(bit) !== (wanted ? 1 : 0))) return false;
    const outputs = evaluate(circuit, Int32Array.from(reads, value));
    for (const [i, { region, at }] of writes.entries()) this.#planes[region][at] = outputs[i]! & 1;
    return true;
  }

  get action(): Uint8Array {
    return this.#planes.output.slice();
  }
}

/** A task done by one skill of the machine, every think-step told. */
export interface ShownTask {
  task: string;
  template: string;
  level: number;
  rules: string;
  planes: { input: string[]; state: string[]; output: string[] };
  steps: {
    observation: { data: Json; text: string; bits: string };
    thinking: Thought[];
    action: { data: Json; text: string; bits: string };
    reward: number;
  }[];
  total: number;
  ok: boolean;
  why: string | null;
  /** The best return there is, or a bound of it. */
  best: number;
}

/** Steps of a long episode that are told at most. */
const MOST_STEPS = 60;

/**
 * Plays a held-out task with the plan of one skill, lane by lane and part by part, so that everything in between can be shown. The machine
 * itself plays beside it: both must act alike.
 */
export function playShown(main: MainState, slot: string, index: number): ShownTask {
  const skill = main.skills.find((one) => skillName(one) === slot);
  if (skill === undefined) throw new Fault('server/not-found', `the machine has no skill ${slot}`);
  const plan = patchedPlan(skill, main.patched);
  const template = findTemplate(skill.template);
  const setting = settingOf(template, skill.level);
  const drawn = drawAt(template, setting, { seed: 'shown', split: 'test', index });
  const face = template.bits(setting.params);
  const game = new Game(drawn);
  const lane = new Lane(plan);
  const machine = new InstalledThinker(plan, 128);
  machine.begin();
  const steps: ShownTask['steps'] = [];
  while (!game.done && steps.length < MOST_STEPS) {
    const seen = game.observe();
    const text = game.text;
    const bits = face.observation.encode(seen);
    const thinking = lane.think(bits);
    const acted = machine.act([bits])[0];
    invariant(acted !== undefined && acted.join('') === lane.action.join(''), 'machine and plan act alike');
    const action = face.action.decode(acted);
    const { reward } = game.step(action);
    const says = action === undefined ? 'nothing that can be read' : template.text.action(action, setting.params);
    steps.push({
      observation: { data: jsonOf(seen), text, bits: bits.join('') },
      thinking,
      action: { data: jsonOf(action ?? null), text: says, bits: acted.join('') },
      reward,
    });
  }
  const score = scoreGame(game);
  const names = (region: Bit['region'], count: number): string[] =>
    Array.from({ length: count }, (_, at) => bitName({ region, at }));
  return {
    task: drawn.seedPath,
    template: template.name,
    level: skill.level,
    rules: game.rules,
    planes: {
      input: names('input', plan.inputs),
      state: names('state', plan.state),
      output: names('output', plan.outputs),
    },
    steps,
    total: game.trace.total,
    ok: score.ok,
    why: score.why ?? null,
    best: score.optimal,
  };
}

/** Observations and actions are plain data; what JSON cannot say is left out. */
function jsonOf(value: unknown): Json {
  return Json.parse(JSON.parse(JSON.stringify(value ?? null)));
}
