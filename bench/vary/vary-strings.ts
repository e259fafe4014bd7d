import { finalSequence, type Sequence } from '#learners/machine/plans';
import { runSequences } from '../algorithmic/run-sequences.ts';
import { synthesiseMachine } from '../algorithmic/synthesise-machine.ts';
import { learnEdsm, runMerged } from '#learners/machine/plans/merging';
import { createRng, Fault, type Rng } from '#foundation/kernel';
import type { Table } from '../suite.ts';
import type { Outsider } from './outsider.ts';
import { drawDyck, judgeDyck } from '../algorithmic/dyck-strings.ts';
import { groundsOf } from '../algorithmic/grounds-of.ts';

/** A language of strings of one's own size. */
export interface VariedStrings {
  readonly task: 'parity' | 'majority' | 'modulus' | 'automaton' | 'dyck';
  readonly vocabulary: number;
  readonly modulus: number;
  readonly states: number;
  /** Of brackets. */
  readonly depth: number;
  readonly length: number;
  readonly testLength: number;
  readonly sequences: number;
  /** Which training strings come: of every length alike, or the short ones first. */
  readonly curriculum: 'mixed' | 'short-first';
  readonly seed: number;
  readonly seeds: number;
  readonly peers: readonly string[];
}

type Label = (tokens: readonly number[]) => number;

function labelOf(asked: VariedStrings, rng: Rng): Label {
  const { vocabulary, states } = asked;
  const count = (tokens: readonly number[]): number => tokens.filter((token) => token === 1).length;
  if (asked.task === 'parity') return (tokens) => count(tokens) & 1;
  if (asked.task === 'majority') return (tokens) => (2 * count(tokens) > tokens.length ? 1 : 0);
  if (asked.task === 'modulus') return (tokens) => (count(tokens) % asked.modulus === 0 ? 1 : 0);
  if (asked.task === 'dyck') return (tokens) => judgeDyck(Uint8Array.from(tokens)).final;
  const next = Array.from({ length: states * vocabulary }, () => rng.below(states));
  const finals = Array.from({ length: states }, () => rng.bit());
  return (tokens) => finals[tokens.reduce((state, token) => next[state * vocabulary + token]!, 0)]!;
}

function draw(asked: VariedStrings, label: Label, rng: Rng, length: number): Sequence {
  const tokens =
    asked.task === 'dyck'
      ? [...drawDyck(rng, length, asked.depth)]
      : Array.from({ length }, () => rng.below(asked.vocabulary));
  return finalSequence(tokens, label(tokens));
}

function trainingOf(asked: VariedStrings, label: Label, rng: Rng): Sequence[] {
  const all = Array.from({ length: asked.sequences }, () => draw(asked, label, rng, rng.int(1, asked.length)));
  return asked.curriculum === 'mixed' ? all : all.toSorted((a, b) => a.classes.length - b.classes.length);
}

export const right = (sequence: Sequence): number => sequence.labels.at(-1)!;

/** What an outsider answers to strings it has not seen, after those it was taught; `tokens` says how a string is told. */
export async function askOutsider(
  outsider: Outsider,
  { task, tokens }: { readonly task: string; readonly tokens: (sequence: Sequence) => readonly unknown[] },
  { training, test }: { readonly training: readonly Sequence[]; readonly test: readonly Sequence[] },
): Promise<number[]> {
  await outsider.ask({ type: 'start', protocol: 1, task });
  const told = training.map((one) => ({ tokens: tokens(one), label: right(one) }));
  await outsider.ask({ type: 'train', sequences: told });
  const { labels } = await outsider.ask({ type: 'answer', sequences: test.map(tokens) });
  if (!Array.isArray(labels) || labels.length !== test.length) {
    throw new Fault('bench/failed', `${outsider.name} must answer {"labels": [...]} with ${test.length} of them`);
  }
  return labels.map(Number);
}

const asStrings = { task: 'strings', tokens: ({ classes }: Sequence) => [...classes] };

/** Lets ours, EDSM and outsiders learn the same strings, and counts errors on longer ones. */
export async function varyStrings(asked: VariedStrings, outsiders: readonly Outsider[]): Promise<Table> {
  const rows: (string | number)[][] = [];
  const has = (name: string): boolean => asked.peers.length === 0 || asked.peers.some((peer) => name.startsWith(peer));
  for (let i = 0; i < asked.seeds; i += 1) {
    const rng = createRng(`bench/vary/${asked.task}/${asked.seed}/${i}`);
    const label = labelOf(asked, rng.fork('language'));
    const training = trainingOf(asked, label, rng.fork('train'));
    const stream = rng.fork('test');
    const test = Array.from({ length: 512 }, () => draw(asked, label, stream, asked.testLength));
    const errors = (answers: readonly (number | undefined)[]): number =>
      answers.filter((answer, at) => answer !== right(test[at]!)).length;
    if (has('pawl')) {
      const shape = { classes: asked.vocabulary, payloads: 0, answers: 2 };
      const { installed, learnt } = synthesiseMachine(training, shape, { maxLength: asked.testLength, lanes: 512 });
      const given = runSequences(installed, test, shape).map((answers) => answers.at(-1));
      rows.push([i, 'pawl', `${groundsOf(learnt)}: ${learnt.template}`, errors(given), test.length]);
    }
    if (has('EDSM')) {
      const peer = learnEdsm(training, asked.vocabulary);
      rows.push([
        i,
        'EDSM',
        'merged states',
        errors(test.map(({ classes }) => runMerged(peer, classes).at(-1))),
        test.length,
      ]);
    }
    for (const outsider of outsiders) {
      rows.push([
        i,
        outsider.name,
        'outside',
        errors(await askOutsider(outsider, asStrings, { training, test })),
        test.length,
      ]);
    }
  }
  return {
    title: `Errors at ${asked.testLength} tokens, trained up to ${asked.length}`,
    columns: ['draw', 'learner', 'grounds', 'errors', 'strings'],
    rows,
  };
}
