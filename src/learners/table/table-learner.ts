import { Json } from '#foundation/contracts';
import { type Hash, hashOf } from '#foundation/kernel';
import { applyRuleToRows, type Rule } from '#learners/machine/terms';
import { keepContent } from '#ratchet/certify';
import { nextLevel, openSignTrial } from '#ratchet/gate/trials';
import type { Learner } from '#ratchet/learner';
import { tellVerdict, type Tried, tryCandidate } from '#ratchet/trial';
import { commonestRule } from './commonest-rule.ts';
import { type Held, holdOut } from './hold-out.ts';
import { rowsThatDiffer, sameCell } from './judge-rule.ts';
import type { LearnConfig } from './learn-config.ts';
import type { LearnState } from './learn-state.ts';
import { type LearnSummary, summarise } from './learn-summary.ts';
import { type Found, searchRules, type SearchPorts } from './search-rules.ts';
import type { Table, TableRow } from './table.ts';
import { worthTrying } from './worth-trying.ts';

type TriedRule = Tried & { readonly hash: Hash; readonly wins: number; readonly losses: number };

/** Learns a rule from a table: searches find rules, and the shortest that the held-out rows show to be better stays. */
export function tableLearner(
  { table, config, seed }: { readonly table: Table; readonly config: LearnConfig; readonly seed: number },
  ports: SearchPorts,
): Learner<LearnState, Found, TriedRule, LearnSummary> {
  const { journal } = ports;
  const { training, heldOut } = holdOut(table, config.heldOut, seed);
  const { alpha, effort, search } = config;
  const keep = (rule: Rule): Hash => keepContent(journal, Json.parse(rule));
  return {
    async begin() {
      const rule = commonestRule(table, training);
      const hash = keep(rule);
      const kept = keepContent(journal, Json.parse(table));
      journal.emit('learn-started', {
        alpha,
        snapshot: hash,
        table: kept,
        training: training.length,
        heldOut: heldOut.length,
      });
      const found = await searchRules(table, training, { seed, effort, search }, ports);
      journal.emit('rules-found', { effort: found.effort, isStopped: found.isStopped, rules: found.candidates.length });
      const candidates = worthTrying(found.candidates, rule, { training, heldOut, alpha });
      return { rule, hash, commonest: rule, looks: 0, tried: 0, accepted: 0, trials: [], ...found, candidates };
    },

    propose: async ({ candidates, tried, rule }) => nextToTry(candidates.slice(tried), rule, { training, heldOut }),

    async try(state, { rule, size }) {
      const { looks, accepted } = state;
      const sides = { incumbent: state.hash, candidate: keep(rule) };
      const step = { name: 'compare-rules', inputs: { ...sides, looks, rows: hashOf(heldOut) } };
      const trial = openSignTrial(sides.candidate, { alpha: nextLevel({ alpha, looks, accepted, rule: 'family' }) });
      const tried = await tryCandidate(journal, {
        sides,
        trial,
        evidence: () => ({ kind: 'paired', steps: [step] }),
        async play() {
          const { outcomes } = await journal.step(step.name, step.inputs, () => ({
            outcomes: compareRules(state.rule, rule, heldOut),
          }));
          return outcomes.map((outcome) => ({ ...outcome, repeat: 0 }));
        },
      });
      const { wins, losses } = trial.signs;
      tellVerdict(journal, tried, { candidate: sides.candidate, size, wins, losses, ...figuresOf(tried) });
      return { ...tried, hash: sides.candidate, wins, losses };
    },

    apply(state, found, { verdict, hash, wins, losses, evidence: { pValue, alpha: level } }) {
      const trials = [...state.trials, { candidate: hash, verdict, wins, losses, pValue, alpha: level }];
      const { rule } = found;
      const tried = state.candidates.indexOf(found) + 1;
      const looked = { ...state, looks: state.looks + 1, tried, trials };
      return verdict === 'accept' ? { ...looked, rule, hash, accepted: state.accepted + 1 } : looked;
    },

    describe: (state) => describeRun(state, { table, seed, training, heldOut }, journal),
  };
}

/**
 * No look is spent on a rule that says what the one in force says on every row held out, nor on one that contradicts as many rows learnt from: neither
 * asks for an answer that is held out.
 */
function nextToTry(candidates: readonly Found[], rule: Rule, { training, heldOut }: Held): Found | undefined {
  const wrong = rowsThatDiffer(rule, training).length;
  return candidates.find((found) => found.errors < wrong && !saysTheSame(found.rule, rule, heldOut));
}

/** What the event of a trial tells of its test. */
function figuresOf({ evidence: { pValue, alpha, spent }, candidateScore }: Tried): Record<string, number | null> {
  return { pValue, alpha, spent, candidateScore, score: candidateScore };
}

/** Recorded, so that what the summary says can be held against it. */
async function describeRun(
  state: LearnState,
  parts: Parameters<typeof summarise>[1],
  journal: SearchPorts['journal'],
): Promise<LearnSummary> {
  const summary = summarise(state, parts);
  const inputs = {
    start: keepContent(journal, Json.parse(state.commonest)),
    end: state.hash,
    table: hashOf(parts.table),
  };
  await journal.step('describe-rule', inputs, () => Json.parse(summary));
  return summary;
}

function saysTheSame(one: Rule, other: Rule, rows: readonly TableRow[]): boolean {
  const cells = rows.map((row) => row.cells);
  const [a, b] = [applyRuleToRows(one, cells), applyRuleToRows(other, cells)];
  return a.every((cell, i) => sameCell(cell, b[i]!));
}

/** Both rules on the same rows: 1 where one is right. */
function compareRules(
  before: Rule,
  after: Rule,
  rows: readonly TableRow[],
): { task: string; incumbent: number; candidate: number }[] {
  const wrong = [before, after].map((rule) => new Set(rowsThatDiffer(rule, rows).map(({ row }) => row.number)));
  const score = (side: number, number: number): number => (wrong[side]!.has(number) ? 0 : 1);
  return rows.map(({ number }) => ({
    task: `row ${number}`,
    incumbent: score(0, number),
    candidate: score(1, number),
  }));
}
