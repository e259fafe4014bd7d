import { Json } from '#foundation/contracts';
import { isRecord } from '#foundation/kernel';
import type { Ending } from './check-final.ts';
import { countTold } from './count-told.ts';
import { isSame } from './event-book.ts';
import type { Facts } from './facts.ts';
import { shown } from './shown.ts';
import { of } from './told-trials.ts';

/** What self-play tells of itself beside its trials; each is recorded as it is told. */
const REPORTS = [
  'generator-held',
  'generator-updated',
  'generators-compared',
  'judge-checked',
  'questions-judged',
  'solver-rolled-back',
  'solver-updated',
];

/** What is told of a run of self-play is what was recorded, who took part are those that were kept, and the summary follows from both. */
export function checkPlayed(ending: Ending): string[] {
  return [...checkReports(ending), ...checkRoles(ending), ...checkTrained(ending), ...checkSums(ending)];
}

function checkReports({ book, steps, run }: Ending): string[] {
  const told = REPORTS.flatMap((type) => book.told.get(type) ?? []);
  const exam = book.told.get('exam-taken')?.at(-1) ?? null;
  const wrong = isSame(of(run.summary, 'exam'), exam)
    ? []
    : [`the summary says exam ${shown(of(run.summary, 'exam'))}, the events ${shown(exam)}`];
  return [
    ...countTold('a part of the run', told, steps.results('report-play')),
    ...wrong,
    ...checkExam({ steps }, exam),
  ];
}

/** The shares of right answers in the examination, by the grades of each side. */
function checkExam({ steps }: Pick<Ending, 'steps'>, exam: Facts | null): string[] {
  const shares = Array.from(steps.results('exam'), (grades) => (Array.isArray(grades) ? rightShare(grades) : null));
  if (exam === null) return shares.length === 0 ? [] : ['an examination was graded, and no event tells of it'];
  return (['before', 'after'] as const).flatMap((side) =>
    shares.some((share) => share !== null && Math.abs(share - Number(exam[side])) <= 1e-9)
      ? []
      : [`the examination says ${side} ${shown(exam[side])}, and no recorded grades give that`],
  );
}

function rightShare(grades: readonly unknown[]): number {
  return grades.filter((grade) => of(grade, 'isRight') === true).length / Math.max(1, grades.length);
}

/** Judge, form and whether they are real are those of the world that was kept; who trains is told by name, and so recorded. */
function checkRoles({ book, terms: { world }, run, steps }: Ending): string[] {
  if (world === undefined) return [];
  const begun = book.told.get('selfplay-started')?.[0] ?? {};
  const { judge, form, isSimulated } = world;
  const wrong = Object.entries({ judge, form, isSimulated }).flatMap(([name, kept]) =>
    isSame(begun[name], kept)
      ? []
      : [`the first event says ${name} ${shown(begun[name])}, the world that was kept says ${shown(kept)}`],
  );
  if (!isSame(begun['generatorLearnsBy'], of(run.summary, 'generatorLearnsBy'))) {
    wrong.push('the summary and the first event differ about how the generator learns');
  }
  const { trainers = null } = begun;
  if (!steps.has('roles-named', { trainers: Json.safeParse(trainers).data ?? null })) {
    wrong.push(`the first event says that ${shown(trainers)} train, and no step recorded them`);
  }
  return wrong;
}

/** A checkpoint that a trainer made is told where it came into use. */
function checkTrained({ book, steps }: Ending): string[] {
  return (['generator', 'solver'] as const).flatMap((role) => {
    const told = (book.told.get(`${role}-updated`) ?? []).map(({ checkpoint }) => checkpoint);
    const made = Array.from(steps.named(`train-${role}`), ({ id }) => id);
    return made.length === 0 ? [] : countTold(`a checkpoint of the ${role}`, told, made);
  });
}

/** Figures of the summary that events give. */
function checkSums({ run, book, terms }: Ending): string[] {
  const { summary } = run;
  if (!isRecord(summary)) return [];
  const all = (type: string): readonly Facts[] => book.told.get(type) ?? [];
  const judged = all('questions-judged');
  const sum = (name: string): number => judged.reduce((total, facts) => total + Number(facts[name]), 0);
  const refusals = new Map<string, number>();
  for (const facts of judged) {
    for (const [why, count] of Object.entries(isRecord(facts['refusals']) ? facts['refusals'] : {})) {
      refusals.set(why, (refusals.get(why) ?? 0) + Number(count));
    }
  }
  const figures: Facts = {
    accepted: all('candidate-accepted').length,
    rejected: all('candidate-rejected').length,
    undecided: all('candidate-undecided').length,
    rolledBack: all('solver-rolled-back').length,
    collapses: all('generator-held').length,
    drawn: sum('drawn'),
    judged: sum('judged'),
    kept: sum('kept'),
    pairs: sum('pairs'),
    refusals: Object.fromEntries(refusals),
    generator: all('generators-compared').at(-1) ?? null,
    heldOut: lastTrial(book),
    ...generatorOf({ book, terms }),
  };
  const said: Facts = {
    ...summary,
    ...(isRecord(summary['checkpoints']) ? { lastGenerator: summary['checkpoints']['generator'] } : {}),
  };
  return Object.entries(figures).flatMap(([name, value]) =>
    isSame(said[name], value)
      ? []
      : [`the summary says ${shown(said[name])} ${wordsOf(name)}, the events ${shown(value)}`],
  );
}

function wordsOf(name: string): string {
  return ['accepted', 'rejected', 'undecided'].includes(name) ? `${name} checkpoints` : `as ${name}`;
}

/** The last of the trials, which are numbered. */
function lastTrial(book: Ending['book']): Facts | null {
  const trials = [...book.told].flatMap(([type, told]) => (type.startsWith('candidate-') ? told : []));
  const last = trials.find(({ look }) => look === trials.length);
  if (last === undefined) return null;
  const { incumbentScore, candidateScore, questions } = last;
  return { incumbent: incumbentScore ?? 0, candidate: candidateScore ?? 0, questions };
}

/** The generator in use at the end, where it is a model of its own: the one of the last iteration that changed it. */
function generatorOf({ book, terms }: Pick<Ending, 'book' | 'terms'>): Facts {
  if (of(terms.settings, 'isShared') === true) return {};
  const changes = [
    ...(book.told.get('generator-updated') ?? []).map(({ iteration, checkpoint }) => ({ iteration, now: checkpoint })),
    ...(book.told.get('generator-held') ?? []).map(({ iteration, back }) => ({ iteration, now: back })),
  ].toSorted((a, b) => Number(a.iteration) - Number(b.iteration));
  const last = changes.at(-1);
  return last === undefined ? {} : { lastGenerator: last.now };
}
