import type { Proposed } from './proposed.ts';
import type { UpdateItem } from '#learners/skill/edits';
import { aggregate, type AnalystReport } from '#learners/skill/optimizer';
import type { Practising, Proposing, Remembering, Telling, Trying } from '../train-run.ts';
import { proposeByAgent } from './ask-agent.ts';
import { chooseItems } from './choose-items.ts';
import { mergeParents } from './merge-parents.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';

/** What the first two stages found. */
export interface Evidence {
  readonly rolled: Rolled;
  readonly reports: readonly AnalystReport[];
}

/**
 * Stage 3: one proposal. That of analysts is merged from their reports; a merge of skills and a coding agent bring theirs along.
 */
export function aggregateReports(
  run: Telling & Remembering & Practising & Proposing & Trying,
  step: Step,
  evidence: Evidence,
): Promise<Proposed> {
  switch (step.proposer) {
    case 'merge':
      return mergeParents(run, step);
    case 'agent':
      return proposeByAgent(run, step, evidence.rolled);
    case 'edits':
    case 'rewrite':
      return mergeReports(run, step, evidence);
  }
}

/** Merges what the analysts proposed, adds what earlier bundles proved useful, and leaves out ideas that were measured and did harm. */
async function mergeReports(
  run: Telling & Remembering & Practising & Proposing & Trying,
  step: Step,
  { rolled, reports }: Evidence,
): Promise<Proposed> {
  run.enter('aggregate');
  const { settings } = run;
  const proposal = await aggregate(
    {
      skill: step.parent.skill,
      reports,
      mode: step.mode,
      mergeBatchSize: settings.mergeBatchSize,
      metaSkill: step.advice,
    },
    run.optimizer,
  );
  const kept = step.mode === 'patch' ? run.state.kept : [];
  const chosen = await chooseItems(run, step, { items: proposal.items, kept }, { rolled, reports });
  const items = chosen.map((item) => (kept.includes(item) ? item : ofStep(item, step.plan.step)));
  const why = items.length > 0 ? undefined : whyNone(reports, proposal.items.length);
  return { proposal: { ...proposal, items }, ...(why === undefined ? {} : { why }) };
}

/** What became of the edits of analysts where none is left; they may also have had none. */
function whyNone(reports: readonly AnalystReport[], merged: number): string | undefined {
  if (merged > 0) return 'analysts agreed on no edit that is not known to do harm';
  if (reports.some(({ items }) => items.length > 0)) return 'the merge kept none of the edits that analysts proposed';
  const problem = reports.find((report) => report.problem !== undefined)?.problem;
  return problem === undefined ? undefined : `what the optimizer replied could not be read (${problem})`;
}

/** Merges name their items anew in every step: over a run the names need the step. */
function ofStep(item: UpdateItem, step: number): UpdateItem {
  const { id } = item.origin;
  return id.startsWith(`s${step}.`) ? item : { ...item, origin: { ...item.origin, id: `s${step}.${id}` } };
}
