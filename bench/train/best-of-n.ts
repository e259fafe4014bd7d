import type { Outcome } from '#foundation/contracts';
import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { createRng, type Rng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { Competitor } from './competitor.ts';

const SHOWN = 24;

/**
 * The simplest optimiser that works at all: show the model some failures, ask for a whole new document, score it once on all validation tasks;
 * again and again from the best so far, and return what scored highest.
 */
export const bestOfN: Competitor = async ({ offer, world, optimizer, report }) => {
  const rng = createRng(`best-of-n/${offer.seed}`);
  let left = offer.rollouts;
  const roll = async (skill: SkillFiles, tasks: readonly SkillTask[], repeat: number): Promise<Outcome[]> => {
    left -= tasks.length;
    return Promise.all(tasks.map((task) => world.rollout({ task, skill, repeat, mayShowFeedback: false })));
  };
  const scored = (outcomes: readonly Outcome[]): number =>
    mean(outcomes.map((outcome) => (outcome.kind === 'scored' ? outcome.score.hard : 0)));
  let best = offer.skill;
  let top = scored(await roll(best, offer.validation, 0));
  for (let round = 1; left >= SHOWN + offer.validation.length; round += 1) {
    const shown = pick(offer.train, rng);
    const failures = (await roll(best, shown, round)).flatMap((outcome) =>
      outcome.kind === 'scored' && outcome.score.hard < 1 ? [outcome] : [],
    );
    const lines = failures.map(({ score, reply }) =>
      JSON.stringify({ reply, why: score.why, feedback: score.feedback }),
    );
    const content = `Improve this document so that the failures below do not happen again. Answer with the whole new document between three backquotes.\n\n${best['SKILL.md']}\n\n# Failures\n${lines.join('\n')}`;
    const { text } = await optimizer.complete({
      stage: 'optimizer',
      messages: [{ role: 'user', content }],
      seed: round,
    });
    const document = /```\n([\s\S]*?)```/u.exec(text)?.[1];
    if (document === undefined) continue;
    const candidate = { ...best, 'SKILL.md': document };
    const score = scored(await roll(candidate, offer.validation, 0));
    if (score <= top) continue;
    best = candidate;
    top = score;
    await report(best);
  }
  return { skill: best, claimed: top };
};

function pick(tasks: readonly SkillTask[], rng: Rng): SkillTask[] {
  return rng.shuffle([...tasks]).slice(0, SHOWN);
}
