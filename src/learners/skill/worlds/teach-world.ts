import { skillName } from '#foundation/contracts';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillTask, SkillWorld, Split } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { drawAt, scoreGame, start, taskOf } from '#tasks/play';
import { parseReference } from '#tasks/settings';
import { createDialogueWorld, type Dialogue } from './dialogue-world.ts';

export interface TeachWorldSettings {
  /** `teach:GRID_NAV@2`: a template and its level, with parameters as in `teach:GRID_NAV@2(size=7)`. */
  readonly source: string;
  readonly target: ModelClient;
  readonly counts: Readonly<Record<Split, number>>;
  readonly seed: number;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
}

/** A world of fresh TEACH tasks: verifiers are exact, so no labels are needed. */
export function createTeachWorld(settings: TeachWorldSettings): SkillWorld {
  const { source, counts, seed, maxTurns = 200, ...model } = settings;
  const [, reference] = /^teach:(.+)$/s.exec(source) ?? [];
  if (reference === undefined) {
    throw new Fault('train/bad-tasks', `"${source}" does not name a template`, { details: { source } });
  }
  const { template, setting: level } = parseReference(reference);
  const tasksOf = (split: Split): readonly SkillTask[] =>
    Array.from({ length: counts[split] }, (_, index) => {
      const drawn = drawAt(template, level, { seed, index, split });
      return {
        id: drawn.seedPath,
        text: taskOf(drawn).text,
        type: skillName({ template: template.name, level: level.level }),
        data: null,
      };
    });
  return createDialogueWorld({
    name: source,
    fingerprint: { kind: 'teach', template: template.name, setting: level.setting, version: template.version ?? 1 },
    ...model,
    maxTurns,
    tasks: { train: tasksOf('train'), validation: tasksOf('validation'), test: tasksOf('test') },
    open: ({ task }) => gameOf(task.id),
  });
}

/** A game by its seed path; the partial credit is how far the return is from chance towards the best. */
function gameOf(seedPath: string): Dialogue {
  const game = start(seedPath);
  const finish = (): ReturnType<Dialogue['giveUp']> => {
    while (!game.done) game.step(undefined);
    const { ok, why, normalised, reward, optimal } = scoreGame(game);
    const soft = Math.min(1, Math.max(0, normalised ?? (ok ? 1 : 0)));
    if (ok) return { hard: 1, soft };
    const said = why ?? 'not solved';
    return { hard: 0, soft, why: said, feedback: `${said}; the return was ${reward}, the best is ${optimal}.` };
  };
  const met = new Set([game.seat]);
  return {
    opening: `${game.rules}\n\n${game.text}`,
    answer: (reply) => {
      game.reply(reply);
      if (game.done) return { done: true, score: finish() };
      const agent = game.seat;
      const text = met.has(agent) ? game.text : `${game.rules}\n\n${game.text}`;
      met.add(agent);
      return { done: false, text, agent };
    },
    giveUp: finish,
  };
}
