import { TrialFigures, trialStep } from '#foundation/contracts';
import { hashOf, isRecord } from '#foundation/kernel';
import { differences, figuresOf, intervalOf } from './check-figures.ts';
import type { Ending } from './check-final.ts';
import { checkHeadline } from './check-headline.ts';
import { checkUsage } from './check-usage.ts';
import { isSame } from './event-book.ts';
import type { Facts } from './facts.ts';
import { parseBytes } from './parse-stored.ts';
import { outcomesIn } from './read-outcomes.ts';
import { shown } from './shown.ts';
import { inside, of } from './told-trials.ts';

/** What a run of training tells, held against what its steps recorded. */
export function checkTrain(ending: Ending): string[] {
  return [
    ...checkTrials(ending),
    ...checkWorld(ending),
    ...checkEnd(ending),
    ...checkOpen(ending),
    ...checkReached(ending),
    ...checkRules(ending),
    ...checkHeadline(ending),
    ...checkUsage(ending),
    ...checkTrainSummary(ending),
  ];
}

const verdicts: Readonly<Record<string, string>> = {
  'candidate-accepted': 'accept',
  'candidate-passed': 'accept',
  'candidate-forced': 'accept',
  'candidate-rejected': 'reject',
  'candidate-undecided': 'undecided',
};

/** Every trial that was recorded is told, and tells what was recorded of it. */
function checkTrials(ending: Ending): string[] {
  const keys = new Map<string, Facts>();
  const wrong: string[] = [];
  for (const [type, all] of ending.book.told) {
    if (!type.startsWith('candidate-')) continue;
    for (const facts of all) {
      ending.deadline.ask();
      const figures = TrialFigures.safeParse(facts);
      if (!figures.success) {
        wrong.push(`a trial of ${shown(facts['candidate'])} does not tell its figures`);
        continue;
      }
      const key = hashOf(trialStep(figures.data));
      // What saw nothing, or has no share of an error budget, may be tried again and see the same.
      if (keys.has(key) && figures.data.spent > 0) wrong.push(`the trial of ${figures.data.candidate} is told twice`);
      keys.set(key, facts);
      for (const what of checkTrial(type, facts, { figures: figures.data, ending })) {
        wrong.push(`the trial of ${figures.data.candidate} ${what}`);
      }
    }
  }
  for (const { key, name } of ending.steps.all) {
    if (name === 'trial' && !keys.has(key)) wrong.push(`a trial was recorded, and no event tells of it: step ${key}`);
  }
  return wrong;
}

function checkTrial(
  type: string,
  facts: Facts,
  { figures, ending: { steps } }: { readonly figures: TrialFigures; readonly ending: Ending },
): string[] {
  const { name, inputs } = trialStep(figures);
  const recorded = steps.find(name, inputs);
  const outcomes = outcomesIn(recorded);
  if (outcomes === undefined || !isRecord(recorded)) return ['tells what no recorded step holds'];
  const { incumbent: _before, challenger: _after, ...known } = figuresOf(outcomes);
  const told: Facts = isRecord(recorded['told']) ? recorded['told'] : {};
  const { low, high } = intervalOf(outcomes);
  const wrong = differences(outcomes.length === 0 ? known : figuresOf(outcomes), facts);
  for (const [end, value] of [
    ['low', low],
    ['high', high],
  ] as const) {
    const said = inside(facts, 'interval', end);
    if (typeof said === 'number' && Math.abs(said - value) <= 1e-9) continue;
    wrong.push(`says that its interval has ${end} ${shown(said)}, what was recorded gives ${value}`);
  }
  if (figures.spent === 0) return wrong;
  if (told['verdict'] !== verdicts[type]) wrong.push(`ended ${shown(told['verdict'])}, its event is ${type}`);
  for (const each of Object.keys({ ...told, ...facts })) {
    if (each === 'verdict' || each === 'certificate' || each in inputs || isSame(told[each], facts[each])) continue;
    wrong.push(`says ${each} ${shown(facts[each])}, what was recorded says ${shown(told[each])}`);
  }
  return wrong;
}

/** Whether the world that was trained in was real, and which it was, is what was kept of it when the run began. */
function checkWorld({ run, terms: { world, rolledIn }, book, steps }: Ending): string[] {
  if (world === undefined || rolledIn === undefined) return [];
  const begun = book.told.get('training-started')?.[0] ?? {};
  const ended = book.told.get('run-ended')?.at(-1) ?? {};
  const { name, isSimulated, model } = world;
  const said = [
    ['the first event says that the world is', begun['world'], name],
    ['the first event says that the world is simulated:', begun['simulated'], isSimulated],
    ['the event run-ended says that the world is simulated:', ended['isSimulated'], isSimulated],
    ['the summary says that the world is simulated:', of(run.summary, 'simulated'), isSimulated],
    ['the configuration says that the model is', of(run.config, 'model'), model],
  ] as const;
  const wrong = said.flatMap(([what, told, kept]) =>
    isSame(told, kept) ? [] : [`${what} ${shown(told)}, the world that was kept says ${shown(kept)}`],
  );
  if (!steps.has('trial-tasks', { world: rolledIn }))
    wrong.push('the trials of the run are recorded under another world');
  return wrong;
}

/** The last event is the one that was recorded. */
function checkEnd({ book, steps }: Ending): string[] {
  const recorded = steps.find('end-training', {});
  const ended = book.told.get('run-ended')?.at(-1) ?? {};
  if (!isRecord(recorded)) return ['no recorded step says how the training ended'];
  return Object.keys({ ...recorded, ...ended })
    .filter((name) => !isSame(recorded[name], ended[name]))
    .map(
      (name) =>
        `the event run-ended says ${name} ${shown(ended[name])}, what was recorded says ${shown(recorded[name])}`,
    );
}

/** What is left open is the candidate of an undecided trial, with its gain. */
function checkOpen({ book }: Ending): string[] {
  const open = of(book.told.get('run-ended')?.at(-1), 'open');
  if (!isRecord(open)) return [];
  const hash = inside(open, 'version', 'hash');
  const left = (book.told.get('candidate-undecided') ?? []).find(({ candidate }) => candidate === hash);
  if (left === undefined) return [`the run leaves ${shown(hash)} open, and no trial of it ended undecided`];
  return isSame(left['gain'], open['gain']) && isSame(left['interval'], open['interval'])
    ? []
    : [`the gain of what is left open is not that of its trial: ${shown(open['gain'])}`];
}

/** A run that says it was good enough was asked to stop there, and its last step scored that. */
function checkReached({ book, terms: { settings = {} } }: Ending): string[] {
  const wanted = settings['stopAt'];
  return (book.told.get('score-reached') ?? []).flatMap(({ step, score }, i) => {
    const last = book.told.get('step-ended')?.at(-1) ?? {};
    const isLast = i === 0 && last['step'] === step && last['hard'] === score;
    if (!isLast) return [`a score was reached that is not that of the last step: ${shown(score)}`];
    if (typeof wanted === 'number' && typeof score === 'number' && score >= wanted) return [];
    return [`the run stopped at a training score of ${shown(score)}, and was asked to at ${shown(wanted)}`];
  });
}

/** What is explained is what was recorded, and stands in the skill that the run ends with. */
function checkRules({ run, book, steps, blobs }: Ending): string[] {
  const told = book.told.get('rule-explained') ?? [];
  const recorded = steps.find('explain-rules', {});
  const wrong = isSame(recorded, told) ? [] : ['the rules that are explained are not those that were recorded'];
  const ends = [of(run.summary, 'skill'), inside(book.told.get('run-ended')?.at(-1), 'final', 'hash')];
  const texts = ends.flatMap((hash) => filesOf(hash, blobs));
  for (const { text } of told) {
    const isThere = typeof text === 'string' && texts.some((file) => file.includes(text.trim()));
    if (!isThere) wrong.push(`a rule is explained that the final skill does not hold: ${shown(text)}`);
  }
  return wrong;
}

function filesOf(hash: unknown, blobs: Ending['blobs']): string[] {
  const bytes = typeof hash === 'string' ? blobs.getBlob(hash) : undefined;
  const parsed = bytes === undefined ? undefined : parseBytes(bytes);
  if (parsed === undefined || !('value' in parsed) || !isRecord(parsed.value)) return [];
  return Object.values(parsed.value).filter((file) => typeof file === 'string');
}

/** What the summary of training says is what its last event says. */
function checkTrainSummary({ run, book }: Ending): string[] {
  const ended = book.told.get('run-ended')?.at(-1);
  if (ended === undefined || !isRecord(run.summary)) return ['the run is done, and no event tells how it ended'];
  const score = isRecord(ended['score']) ? ended['score'] : {};
  const { best, open } = ended;
  const version = isRecord(open) ? open['version'] : undefined;
  const told: Facts = {
    accepted: ended['accepted'],
    rejected: ended['rejected'],
    undecided: ended['undecided'],
    rollouts: ended['rollouts'],
    scoreBefore: inside(score, 'before', 'score'),
    scoreAfter: inside(score, 'after', 'score'),
    skill: isRecord(best) ? best['hash'] : undefined,
    open: isRecord(version) ? version['hash'] : undefined,
    simulated: ended['isSimulated'],
  };
  const { summary } = run;
  const counts = [
    ['steps', ended['steps'], book.told.get('step-ended')?.length ?? 0],
    ['rules', ended['rules'], book.told.get('rule-explained')?.length ?? 0],
  ] as const;
  const wrong = counts.flatMap(([what, said, count]) =>
    said === count ? [] : [`the event run-ended says ${shown(said)} ${what}, the events before it ${count}`],
  );
  const began = book.told.get('training-started')?.[0]?.['simulated'];
  if (began !== ended['isSimulated']) {
    wrong.push(`the run began as simulated: ${shown(began)}, and ended as ${shown(ended['isSimulated'])}`);
  }
  const tested = book.told.get('skill-tested')?.at(-1);
  if (
    tested === undefined ? score['split'] !== 'none' : !isSame({ ...tested, score: null }, { ...score, score: null })
  ) {
    wrong.push('the scores of the event skill-tested are not those of the event run-ended');
  }
  return [
    ...wrong,
    ...Object.keys({ ...told, ...summary }).flatMap((name) =>
      isSame(told[name], summary[name])
        ? []
        : [`the summary says ${name} ${shown(summary[name])}, the event run-ended ${shown(told[name])}`],
    ),
  ];
}
