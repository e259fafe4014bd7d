import type { Json } from '#foundation/contracts';
import { canonicalText, hashOf } from '#foundation/kernel';
import type { Loop } from './honest-runs.ts';
import { hasMembers, type MutableRun } from './mutable-run.ts';

type Facts = { readonly [name: string]: Json };

/** What the summary of each loop claims of what came of it: what it ends with, and the scores and counts beside it. */
const results: Readonly<Record<Loop, readonly string[]>> = {
  evolve: ['machine', 'templates', 'compositions', 'distilled', 'certificates'],
  train: ['skill', 'open', 'scoreBefore', 'scoreAfter', 'accepted', 'rejected', 'undecided', 'simulated'],
  selfplay: ['snapshot', 'checkpoints', 'accepted', 'rejected', 'undecided'],
  learn: [
    'snapshot',
    'rule',
    'isShown',
    'says',
    'judged',
    'training',
    'commonest',
    'trials',
    'contradictions',
    'rivals',
  ],
};

/**
 * All that a run claims, as one text: what it began with, what changed that and by which certificate, what each certificate holds, what was
 * proved of each skill, its error budget and what trials spent of it, and what it ended with. It shares no code with the audit. Two runs
 * with the same text claim the same; the order of what does not lean on each other is no claim.
 */
export function claimsOf(loop: Loop, run: MutableRun): string {
  const hashes = new Map(run.certificates.map(({ name, content }) => [name, hashOf(content)]));
  const events = run.events.map(({ type, data }) => ({ type, data: hasMembers(data) ? data : {} }));
  const summary = hasMembers(run.summary) ? run.summary : {};
  const certificateOf = (name: Json | undefined): Json =>
    typeof name === 'string' ? (hashes.get(name) ?? `none: ${name}`) : null;
  return canonicalText({
    start: events.filter(({ type }) => type.endsWith('-started')).map(({ data }) => startOf(data)),
    changes: inOrderByName(
      events
        .filter(({ type }) => /-(?:accepted|passed|forced|placed)$/u.test(type))
        .map(({ type, data }) => ({
          name: nameOf(data),
          says: canonicalText([type, of(data, 'candidate'), of(data, 'id'), certificateOf(data['certificate'])]),
        })),
    ),
    certificates: [...hashes.values()].toSorted(),
    patches: inside(summary['patches'], ['proposed', 'proved', 'refused']),
    proved: [
      ...new Set(
        events.flatMap(({ type, data }) =>
          type === 'machine-skill-distilled' && 'claims' in data ? [provedOf(data)] : [],
        ),
      ),
    ].toSorted(),
    named: events
      .flatMap(({ data: { certificates } }) => (Array.isArray(certificates) ? certificates.map(certificateOf) : []))
      .map((hash) => canonicalText(hash))
      .toSorted(),
    budget: budgetOf(run),
    spent: events
      .filter(({ type }) => type.startsWith('candidate-'))
      .map(({ type, data }) => canonicalText([type, of(data, 'spent'), of(data, 'wins'), of(data, 'losses')]))
      .toSorted(),
    results: results[loop].map((name) => of(summary, name)),
  });
}

function of(facts: Facts, name: string): Json {
  return facts[name] ?? null;
}

function inside(group: Json | undefined, names: readonly string[]): Json {
  return group !== undefined && hasMembers(group) ? names.map((name) => of(group, name)) : null;
}

function startOf(facts: Facts): Json {
  return ['alpha', 'skill', 'snapshot', 'inForce', 'table'].map((name) => of(facts, name));
}

/** Of which skill of a machine a change is; runs of other loops have one thing that changes. */
function nameOf(facts: Facts): string {
  return canonicalText([of(facts, 'template'), of(facts, 'level'), of(facts, 'fragment')]);
}

function inOrderByName(changes: readonly { readonly name: string; readonly says: string }[]): Json {
  const names = [...new Set(changes.map(({ name }) => name))].toSorted();
  return names.map((name) => changes.filter((change) => change.name === name).map(({ says }) => says));
}

function provedOf(facts: Facts): string {
  return canonicalText(['skill', 'claims', 'open', 'gates'].map((name) => of(facts, name)));
}

/** The error budget of the configuration, or of the settings that it names. */
function budgetOf({ config, blobs }: MutableRun): Json {
  const facts = hasMembers(config) ? config : {};
  const bytes = typeof facts['settings'] === 'string' ? blobs.get(facts['settings']) : undefined;
  if (bytes === undefined) return of(facts, 'alpha');
  const settings: Json = JSON.parse(new TextDecoder().decode(bytes));
  const gate = hasMembers(settings) ? settings['gate'] : undefined;
  return gate !== undefined && hasMembers(gate) ? of(gate, 'alpha') : null;
}
