import { type MainMachine, sameSizes, selectorId, type SlotKey } from '#learners/machine/combined';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { evaluate } from '#logic/circuit/graph';
import { Json, skillName } from '#foundation/contracts';
import { Fault, invariant, onesOf } from '#foundation/kernel';
import { drawAt, Game, scoreGame } from '#tasks/play';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { buildMain, keyOfSlot, keyText, type MainState, patchedPlan } from './main-state.ts';
import { bitName } from './show-machine.ts';
import type { MachineSkill } from './machine-skill.ts';

type Part = ThinkPlan['parts'][number];
type Bit = Part['reads'][number];

/** What happened in one think-step of one lane. */
interface Thought {
  ran: string[];
  /** What each of them changed, in the order in which they ran. */
  writes: { expert: string; planes: string[]; count: number }[];
  state: string;
  output: string;
}

/** Planes that one expert changed and that are named. */
const MOST_NAMED = 12;

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
    return Array.from({ length: plan.thinkSteps }, () => {
      const writes: Thought['writes'] = [];
      const ran = plan.parts.flatMap((part) => {
        const changed = this.#run(part);
        if (changed === undefined) return [];
        if (changed.length > 0) {
          writes.push({ expert: part.id, planes: changed.slice(0, MOST_NAMED), count: changed.length });
        }
        return [part.id];
      });
      return { ran, writes, state: planes.state.join(''), output: planes.output.join('') };
    });
  }

  /** Runs a part where its guard holds, and says which planes became something else; undefined where it does not hold. */
  #run({ reads, writes, circuit, guard = [] }: Part): string[] | undefined {
    const value = ({ region, at }: Bit): number => this.#planes[region][at] ?? 0;
    if (guard.some(({ bit, value: wanted }) => value(bit) !== (wanted ? 1 : 0))) return undefined;
    const outputs = evaluate(circuit, Int32Array.from(reads, value));
    const changed: string[] = [];
    for (const [i, bit] of writes.entries()) {
      const now = outputs[i]! & 1;
      if (value(bit) !== now) changed.push(`${bitName(bit)}=${now}`);
      this.#planes[bit.region][bit.at] = now;
    }
    return changed;
  }

  get action(): Uint8Array {
    return this.#planes.output.slice();
  }
}

/** A fragment that ROUTE could give the lane to. */
interface Candidate {
  fragment: string;
  /** Bits of 64 in which its key is that of the slot. */
  similarity: number;
  weight: number;
  /** π(e | key) ∝ exp(w[key, e]) among those whose guard holds. */
  share: number;
}

/** A task done by the machine, every think-step told. */
export interface ShownTask {
  task: string;
  template: string;
  level: number;
  rules: string;
  planes: { input: string[]; state: string[]; output: string[] };
  /** How the lane found its fragment in the first step; from then on the step graph leads it there. */
  routing: { key: string; picked: string; candidates: Candidate[] };
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
const KEY_BITS = 64;

/** The machine of a state as it is shown: made once, stepped for every task that is asked for. */
export class ShownMachine {
  readonly #main: MainState;
  readonly #machine: MainMachine;
  readonly #find: FindTemplate;

  constructor(main: MainState, find: FindTemplate) {
    this.#main = main;
    this.#find = find;
    this.#machine = buildMain(main, 'shown', find);
  }

  /**
   * Plays a held-out task on B_main. Beside it the plan of the fragment that ROUTE picked is run lane by lane and part by part, so that
   * everything in between can be told: both must act alike.
   */
  play(slot: string, index: number): ShownTask {
    const { template: name, level } = this.#skill(slot);
    const template = this.#find(name);
    const setting = settingOf(template, level);
    const drawn = drawAt(template, setting, { seed: 'shown', split: 'test', index });
    const face = template.bits(setting.params);
    const game = new Game(drawn);
    const key = keyOfSlot(slot, this.#find, this.#main);
    let picked = '';
    const actor = this.#machine.actor(key, 'best', ([pick]) => (picked = pick?.fragment ?? ''));
    actor.begin();
    const steps: ShownTask['steps'] = [];
    let lane: Lane | undefined;
    while (!game.done && steps.length < MOST_STEPS) {
      const seen = game.observe();
      const text = game.text;
      const bits = face.observation.encode(seen);
      const acted = actor.act([bits])[0];
      lane ??= new Lane(patchedPlan(this.#skill(picked), this.#main.patched, this.#find));
      const thinking = lane.think(bits);
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
    const routing = { key: keyText(key), picked, candidates: this.#candidates(key) };
    const planes = this.#planes(picked);
    return { ...scored(game), task: drawn.seedPath, template: name, level, rules: game.rules, planes, routing, steps };
  }

  #skill(slot: string): MachineSkill {
    const skill = this.#main.skills.find((one) => skillName(one) === slot);
    if (skill === undefined) throw new Fault('server/not-found', `the machine has no machine skill ${slot}`);
    return skill;
  }

  #planes(picked: string): ShownTask['planes'] {
    const { inputs, state, outputs } = patchedPlan(this.#skill(picked), this.#main.patched, this.#find);
    const names = (region: Bit['region'], count: number): string[] =>
      Array.from({ length: count }, (_, at) => bitName({ region, at }));
    return { input: names('input', inputs), state: names('state', state), output: names('output', outputs) };
  }

  /** The fragments whose sizes fit a key, the likeliest first. */
  #candidates(key: SlotKey): Candidate[] {
    const fitting = this.#machine.fragments.filter((fragment) => sameSizes(fragment.key, key));
    const weights = fitting.map(({ id }) => this.#machine.machine.weightOf(key.code, selectorId(id)));
    const all = weights.reduce((sum, weight) => sum + Math.exp(weight), 0);
    return fitting
      .map(({ id, key: own }, i) => ({
        fragment: id,
        similarity: KEY_BITS - own.code.reduce((sum, word, w) => sum + onesOf(word ^ key.code[w]!), 0),
        weight: weights[i]!,
        share: Math.exp(weights[i]!) / all,
      }))
      .toSorted((a, b) => b.share - a.share || b.similarity - a.similarity);
  }
}

function scored(game: Game): Pick<ShownTask, 'total' | 'ok' | 'why' | 'best'> {
  const { ok, why, optimal } = scoreGame(game);
  return { total: game.trace.total, ok, why: why ?? null, best: optimal };
}

/** Observations and actions are plain data; typed arrays become lists, and what JSON cannot say is left out. */
function jsonOf(value: unknown): Json {
  const plain = (_name: string, member: unknown): unknown =>
    member instanceof Uint8Array || member instanceof Int32Array ? Array.from(member) : member;
  return Json.parse(JSON.parse(JSON.stringify(value ?? null, plain)));
}
