import { aggregate, type AnalystReport, type Proposal, recallRejected, type UpdateItem } from '#skill';
import type { TrainRun } from '../train-run.ts';
import { proposeByAgent } from './ask-agent.ts';
import { countVotes, keepAgreed } from './count-votes.ts';
import { mergeParents } from './merge-parents.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';

/** How alike a new idea must be to one that was measured and did harm before it is left out. */
const SAME_IDEA = 0.9;

/** What a step proposes, or why it proposes nothing. */
export interface Proposed {
  readonly proposal: Proposal;
  readonly why?: string;
}

/** What the first two stages found. */
export interface Evidence {
  readonly rolled: Rolled;
  readonly reports: readonly AnalystReport[];
}

/**
 * Stage 3: one proposal. That of analysts is merged from their reports; a merge of skills and a coding agent bring theirs along.
 */
export function aggregateReports(run: TrainRun, step: Step, evidence: Evidence): Promise<Proposed> {
  switch (step.proposer) {
    case 'merge':
      return mergeParents(run, step);
    case 'agent':
      return proposeByAgent(run, step, evidence.rolled);
    case 'edits':
    case 'rewrite':
      return mergeReports(run, step, evidence.reports);
  }
}

/** Merges what the analysts proposed, adds what earlier bundles proved useful, and leaves out ideas that were measured and did harm. */
async function mergeReports(run: TrainRun, step: Step, reports: readonly AnalystReport[]): Promise<Proposed> {
  run.enter('aggregate');
  const { settings, state } = run;
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
  const kept = step.mode === 'patch' ? state.kept : [];
  const ideas = countVotes(state.ideas, reports);
  const agreed = keepAgreed(proposal.items, ideas, settings.search.votes).map((item) => ofStep(item, step.plan.step));
  const items = [...kept, ...agreed].filter((item) => !isKnownHarm(run, item));
  run.book.proposed(ideas);
  return { proposal: { ...proposal, items } };
}

/** Merges name their items anew in every step: over a run the names need the step. */
function ofStep(item: UpdateItem, step: number): UpdateItem {
  const { id } = item.origin;
  return id.startsWith(`s${step}.`) ? item : { ...item, origin: { ...item.origin, id: `s${step}.${id}` } };
}

function isKnownHarm(run: TrainRun, item: UpdateItem): boolean {
  const known = recallRejected(run.state.rejected, item, SAME_IDEA);
  return known !== undefined && known.idea.effect < 0;
}
