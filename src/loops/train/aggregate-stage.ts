import { aggregate, type Proposal, recallRejected, type UpdateItem } from '#skill';
import { countVotes, keepAgreed } from './count-votes.ts';
import type { Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** How alike a new idea must be to one that was measured and did harm before it is left out. */
const SAME_IDEA = 0.9;

/**
 * Stage 3: merges what the analysts proposed, adds the items that earlier bundles proved useful, and leaves out ideas that were
 * measured before and did harm.
 */
export async function aggregateReports(run: TrainRun, step: Step): Promise<Proposal> {
  run.enter('aggregate');
  const { settings, state } = run;
  const proposal = await aggregate(
    {
      skill: step.parent.skill,
      reports: step.reports,
      mode: step.mode,
      mergeBatchSize: settings.mergeBatchSize,
      metaSkill: step.advice,
    },
    run.optimizer,
  );
  const kept = step.mode === 'patch' ? state.kept : [];
  state.kept = [];
  state.ideas = countVotes(state.ideas, step.reports);
  const agreed = keepAgreed(proposal.items, state.ideas, settings.search.votes);
  const items = [...kept, ...agreed].filter((item) => !isKnownHarm(run, item));
  step.record.n_edits_merged = items.length;
  step.record.support_counts = items.map(({ origin }) => origin.support);
  return { ...proposal, items };
}

function isKnownHarm(run: TrainRun, item: UpdateItem): boolean {
  const known = recallRejected(run.state.rejected, item, SAME_IDEA);
  return known !== undefined && known.idea.effect < 0;
}
