import { skillName } from '#foundation/contracts';
import type { MainMachine } from '#learners/machine/combined';
import type { Actor } from '#learners/machine/hypotheses';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { drawAt, Game, type Score, scoreGame } from '#tasks/play';
import type { FindTemplate } from '#tasks/registry';
import type { Setting } from '#tasks/settings';
import type { Keyed } from './main-state.ts';
import { actorOnMain, type ServedSlot } from './play-on-main.ts';

/** One step of a game, for people. */
export interface ShownStep {
  readonly observation: string;
  readonly action: string | null;
  readonly reward: number;
  /** Fragments that ROUTE picked before this step. */
  readonly fragments: readonly string[];
}

export interface ShownGame {
  readonly task: string;
  readonly rules: string;
  readonly steps: readonly ShownStep[];
  readonly score: Score;
}

/** Plays one task on B_main and keeps what can be shown. */
export function playStepByStep(
  main: MainMachine,
  keyed: Keyed,
  {
    template,
    setting,
    seed,
    index,
    find,
  }: {
    readonly template: AnyTemplate;
    readonly setting: Setting;
    readonly seed: string;
    readonly index: number;
    readonly find: FindTemplate;
  },
): ShownGame {
  const drawn = drawAt(template, setting, { seed, split: 'test', index });
  const game = new Game(drawn);
  const face = template.bits(setting.params);
  const served: ServedSlot[] = [];
  const what = skillName({ template: template.name, level: setting.level });
  const actor: Actor = actorOnMain(main, keyed, { what, policy: 'best', find }, (slot) => served.push(slot));
  const steps: ShownStep[] = [];
  actor.begin();
  while (!game.done) {
    const observation = game.text;
    const [bits] = actor.act([face.observation.encode(game.observe())]);
    const action = bits === undefined ? undefined : face.action.decode(bits);
    const { reward } = game.step(action);
    steps.push({
      observation,
      action: action === undefined ? null : template.text.action(action, setting.params),
      reward,
      fragments: [...new Set(served.map(({ fragment }) => fragment))],
    });
  }
  return { task: drawn.seedPath, rules: game.rules, steps, score: scoreGame(game) };
}
