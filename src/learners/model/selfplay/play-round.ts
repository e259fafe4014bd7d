import type { Checkpoint } from '#foundation/contracts/self-play';
import type { Played } from './book-change.ts';
import { chooseQuestions, type ChosenQuestions } from './choose-questions.ts';
import { drawAnswers } from './draw-answers.ts';
import { type DrawnQuestion, drawQuestions } from './draw-questions.ts';
import { compareQuestions, passesSaved, scoreQuestions } from './judge-answers.ts';
import { beliefsOf } from './kinds/kind-beliefs.ts';
import { evidenceOfKinds } from './kinds/evidence-of-kinds.ts';
import { validityOfKind } from './kinds/kind-worth.ts';
import { measureQuestions } from './measure-questions.ts';
import type { Play } from './play.ts';
import type { State } from './state.ts';
import { tellIteration } from './tell-iteration.ts';

/** Questions, answers, judgements, reliability. */
export async function playRound(play: Play, state: State): Promise<Played> {
  const { settings } = play;
  const { iteration } = state;
  const isChosen = settings.choose === 'worth';
  const { drawn, memory } = await drawQuestions(play, state.generator, state.memory, {
    stream: `${iteration}`,
    count: isChosen ? settings.drafts * settings.questions : settings.questions,
    // Without a trainer there is no trial, and nothing to hold out for one.
    side: play.ports.trainers.solver.methods.length === 0 ? 'any' : 'training',
  });
  const drafts = drawn.filter(({ fault }) => fault === undefined);
  const beliefs = beliefsOf(state, settings);
  const answerers = { strong: lagging(state, settings.strong.lag), weak: lagging(state, settings.weak.lag) };
  const chosen = isChosen
    ? await chooseQuestions(play, drafts, { ...answerers, beliefs, stream: `${iteration}` })
    : await askAll(play, drafts, { ...answerers, stream: `${iteration}` });
  const fresh = await scoreQuestions(play, chosen.asked);
  const ofBatch = evidenceOfKinds(fresh, settings.falseDiscoveries);
  const validityOf = (kind: string): number => validityOfKind(beliefs, kind, ofBatch.get(kind));
  const isValid = (kind: string): boolean => settings.filter !== 'evidence' || validityOf(kind) >= settings.validity;
  const recalled = state.waiting.filter(({ kind }) => isValid(kind));
  const scored = [...fresh, ...recalled];
  const judged = await compareQuestions(play, scored, isValid);
  const measured = measureQuestions(
    scored.map(({ question, kind }, i) => ({
      question,
      kind,
      judged: judged[i]!,
      isRecalled: i >= fresh.length,
      validity: validityOf(kind),
    })),
    settings,
  );
  const pairs = measured.reduce((sum, each) => sum + each.pairs.length, 0);
  const checkpoints = { generator: state.generator.id, solver: answerers.strong.id };
  const saved = passesSaved(judged);
  await tellIteration(play, iteration, { drawn, measured, pairs, passesSaved: state.passesSaved + saved, checkpoints });
  return { drawn, looked: chosen.looked, measured, pairs, memory, saved };
}

function lagging({ lagging: checkpoints }: State, lag: number): Checkpoint {
  return checkpoints[Math.max(0, checkpoints.length - 1 - lag)]!;
}

/** Every question that was drawn, with its answers. */
async function askAll(
  play: Play,
  questions: readonly DrawnQuestion[],
  { stream, ...answerers }: { readonly strong: Checkpoint; readonly weak: Checkpoint; readonly stream: string },
): Promise<ChosenQuestions> {
  const texts = questions.map(({ question }) => question);
  const answers = await drawAnswers(play, texts, answerers, stream);
  return { asked: questions.map(({ question, kind }, q) => ({ question, kind, answers: answers[q]! })), looked: [] };
}
