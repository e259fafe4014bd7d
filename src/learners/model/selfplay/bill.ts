import type { Usage } from '#foundation/contracts/ports';
import { amountOf } from '#ratchet/budget';
import type { SelfPlayPorts, WritingRole } from './play.ts';
import { ceilingOf } from './sample-ceiling.ts';
import { COMPARED } from './selfplay.ts';
import type { SelfPlaySettings } from './settings.ts';
import { TURNS } from './try-checkpoint.ts';

/** Who is asked what, at most: calls, tokens in and out, and dollars where a price is known. */
interface BillRow {
  readonly part: 'play' | 'trials' | 'comparison';
  readonly role: WritingRole | 'judge';
  readonly calls: number;
  readonly tokens: number;
  readonly dollars: number | null;
}

/** Where the solver learns. */
type SolverLearns = 'here' | 'outside' | 'nowhere';

type Ports = Pick<SelfPlayPorts, 'weak' | 'judge' | 'prices' | 'form'> & { readonly solverLearns: SolverLearns };
type Counts = Readonly<Partial<Record<BillRow['role'], number>>>;

/** Judge calls of the look at the judge before a trial: a calibration set and controls, each twice. */
const CHECK_CALLS = 80;

/** The most that a run can ask, by part and role, before its limits. */
export function billOf(settings: SelfPlaySettings, ports: Ports): BillRow[] {
  const { iterations, questions, gate, finalQuestions } = settings;
  const trials = ports.solverLearns !== 'nowhere' && gate.questions > 0 ? Math.ceil(iterations / gate.every) : 0;
  const compared = Math.min(finalQuestions, Math.floor(iterations * questions * COMPARED));
  const isChosen = settings.choose === 'worth';
  const [drafts, answered] = isChosen ? [settings.drafts, settings.answered] : [1, 1];
  const parts: readonly (readonly [BillRow['part'], Counts])[] = [
    ['play', times(iterations, askedFor(settings, ports, { drafts, answered, questions }))],
    [
      'trials',
      times(trials, {
        generator: TURNS * gate.questions,
        solver: 2 * gate.questions,
        judge: 2 * gate.questions * gate.passes + CHECK_CALLS + 24 * (ports.judge.members?.length ?? 0),
      }),
    ],
    ['comparison', times(2, askedFor(settings, ports, { drafts: 1, answered: 1, questions: compared }))],
  ];
  return parts.flatMap(([part, counts]) =>
    (['generator', 'solver', 'weak', 'judge'] as const).flatMap((role) => {
      const calls = counts[role] ?? 0;
      return calls === 0 ? [] : [{ part, role, calls, ...costOf(settings, ports, role, calls) }];
    }),
  );
}

/** Calls for so many judged questions. */
function askedFor(
  settings: SelfPlaySettings,
  { weak, solverLearns }: Ports,
  { drafts, answered, questions }: { readonly drafts: number; readonly answered: number; readonly questions: number },
): Counts {
  const { strong, weak: weakly } = settings;
  const strongCalls = answered * questions * strong.count * strong.bestOf;
  const weakCalls = questions * weakly.count * weakly.bestOf;
  // What the solver in force answers to what teaches nothing, which a trainer of weights in this process is held to.
  const held = solverLearns === 'here' ? questions : 0;
  return {
    generator: drafts * questions,
    solver: strongCalls + held + (weak === undefined ? weakCalls : 0),
    ...(weak === undefined ? {} : { weak: weakCalls }),
    judge: questions * judgedPerQuestion(settings),
  };
}

/** Judge calls of a question that goes all the way: scores, rankings, and pairs that are never decided. */
function judgedPerQuestion(settings: SelfPlaySettings): number {
  const { strong, weak, judgedStrong, judgedWeak, scorePasses, pairs, pairPasses, rankPasses, filter } = settings;
  const [strongOnes, weakOnes] = [Math.min(judgedStrong, strong.count), Math.min(judgedWeak, weak.count)];
  const weakPasses = filter === 'evidence' ? Math.max(2, Math.ceil(scorePasses / 2)) : scorePasses;
  return strongOnes * scorePasses + weakOnes * weakPasses + pairs * (pairPasses + 1) + rankPasses;
}

function costOf(
  settings: SelfPlaySettings,
  { judge, prices = {}, form }: Ports,
  role: BillRow['role'],
  calls: number,
): Pick<BillRow, 'tokens' | 'dollars'> {
  const { questionTokens, answerTokens } = settings;
  const [question, answer] = ['x'.repeat(questionTokens), 'x'.repeat(answerTokens)];
  const asked = { seed: 0, temperature: 1 };
  const one: Usage =
    role === 'judge'
      ? (judge.meter?.most({ compare: [{ question, first: answer, second: answer, pass: 0 }] }) ?? {
          calls: 1,
          promptTokens: 0,
          completionTokens: 0,
        })
      : role === 'generator'
        ? ceilingOf([{ ...asked, prompt: form.ask({ good: [], bad: [] }), maxTokens: questionTokens }])
        : ceilingOf([{ ...asked, prompt: form.put(question), maxTokens: answerTokens }]);
  const price = prices[role];
  const { dollars } = amountOf(one, 0, price);
  return {
    tokens: calls * (one.promptTokens + one.completionTokens),
    dollars: price === undefined ? null : calls * dollars,
  };
}

function times(count: number, counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([role, calls]) => [role, count * calls]));
}
