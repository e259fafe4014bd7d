import { Json } from '#foundation/contracts';
import { type Hash, hashOf } from '#foundation/kernel';
import type { Rule } from '#learners/machine/terms';
import { keepContent } from '#ratchet/certify';
import { nextLevel, openSignTrial } from '#ratchet/gate/trials';
import type { Learner } from '#ratchet/learner';
import { tellVerdict, type Tried, tryCandidate } from '#ratchet/trial';
import { commonestRule } from './commonest-rule.ts';
import { holdOut } from './hold-out.ts';
import { rowsThatDiffer } from './judge-rule.ts';
import type { LearnConfig } from './learn-config.ts';
import type { LearnState } from './learn-state.ts';
import { type LearnSummary, summarise } from './learn-summary.ts';
import { type Found, searchRules, type SearchPorts } from './search-rules.ts';
import type { Table, TableRow } from './table.ts';

type TriedRule = Tried & { readonly hash: Hash; readonly wins: number; readonly losses: number };

/** Learns a rule from a table: searches find rules, and the shortest that the held-out rows show to be better stays. */
export function tableLearner(
  { table, config, seed }: { readonly table: Table; readonly config: LearnConfig; readonly seed: number },
  ports: SearchPorts,
): Learner<LearnState, Found, TriedRule, LearnSummary> {
  const { journal } = ports;
  const { training, heldOut } = holdOut(table, config.heldOut, seed);
  const { alpha, effort } = config;
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
      const found = await searchRules(table, training, { seed, effort }, ports);
      journal.emit('rules-found', { effort: found.effort, isStopped: found.isStopped, rules: found.candidates.length });
      return { rule, hash, commonest: rule, looks: 0, accepted: 0, trials: [], ...found };
    },

    propose: async ({ candidates, looks }) => candidates[looks],

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
      const { pValue, spent } = tried.evidence;
      const { wins, losses } = trial.signs;
      const facts = { candidate: sides.candidate, size, wins, losses, pValue, spent, score: tried.candidateScore };
      tellVerdict(journal, tried, facts);
      return { ...tried, hash: sides.candidate, wins, losses };
    },

    apply(state, { rule }, { verdict, hash, wins, losses, evidence: { pValue, alpha: level } }) {
      const trials = [...state.trials, { candidate: hash, verdict, wins, losses, pValue, alpha: level }];
      const looked = { ...state, looks: state.looks + 1, trials };
      return verdict === 'accept' ? { ...looked, rule, hash, accepted: state.accepted + 1 } : looked;
    },

    describe: async (state) => summarise(state, { table, seed, training, heldOut }),
  };
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
