/** What the audit knows of a loop: how it begins and ends, what it may tell, and which steps it alone records. */
export interface KnownLoop {
  readonly begins: string;
  /** The last event, where it always is the same. */
  readonly ends?: string;
  /** Types of events. */
  readonly tells: ReadonlySet<string>;
  /** Steps that a run of another loop does not make. */
  readonly makes: readonly string[];
}

const VERDICTS = ['candidate-accepted', 'candidate-rejected', 'candidate-undecided'];

function loop(begins: string, ends: string | undefined, tells: readonly string[], makes: readonly string[]): KnownLoop {
  return { begins, ...(ends === undefined ? {} : { ends }), tells: new Set([begins, ...VERDICTS, ...tells]), makes };
}

/** The loops that the audit has checks of. `known-loops.test.ts` holds their events against the sources. */
export const knownLoops: Readonly<Record<string, KnownLoop>> = {
  evolve: loop(
    'evolve-started',
    'machine-kept',
    [
      'adversary-searched',
      'budget-spent',
      'candidate-forced',
      'composition-reported',
      'lesson-measured',
      'machine-kept',
      'machine-skill-distilled',
      'main-acted',
      'main-relearnt',
      'order-taken',
      'patch-accepted',
      'patch-forced',
      'patch-postponed',
      'patch-proposed',
      'patch-rejected',
      'patch-repeated',
      'patches-left',
      'phase-begun',
      'schedule-set',
      'template-reported',
    ],
    [
      'act-on-main',
      'compare-machine-skills',
      'keep-machine',
      'lesson',
      'orders',
      'propose-patches',
      'prove-machine-skill',
      'report-composition',
      'report-machine-skill',
      'report-template',
      'search-failures',
      'select-episodes',
      'teach-route',
      'verify-patch',
    ],
  ),
  train: loop(
    'training-started',
    'run-ended',
    [
      'advice-written',
      'agent-failed',
      'budget-decided',
      'budget-spent',
      'bundle-credited',
      'candidate-forced',
      'candidate-passed',
      'draft-continued',
      'draft-pruned',
      'draft-taken-back',
      'draft-tried',
      'epoch-ended',
      'guidance-forced',
      'guidance-missed',
      'guidance-placed',
      'ideas-raced',
      'judge-measured',
      'lines-reviewed',
      'patience-ended',
      'rollouts-ended',
      'rule-explained',
      'run-ended',
      'score-reached',
      'search-restarted',
      'skill-kept',
      'skill-simplified',
      'skill-tested',
      'step-ended',
      'step-skipped',
      'trial-cut',
      'types-fell',
      'types-unwatched',
    ],
    ['explain-rules', 'end-training', 'known-tasks', 'test-tasks', 'trial', 'trial-tasks'],
  ),
  learn: loop(
    'learn-started',
    undefined,
    ['budget-spent', 'rules-found'],
    ['compare-rules', 'describe-rule', 'search-rules'],
  ),
  selfplay: loop(
    'selfplay-started',
    undefined,
    [
      'budget-spent',
      'exam-taken',
      'generator-held',
      'generator-updated',
      'generators-compared',
      'judge-checked',
      'questions-judged',
      'solver-rolled-back',
      'solver-updated',
    ],
    [
      'compare-checkpoints',
      'draw-exam',
      'exam',
      'generator-distance',
      'judge-pairs',
      'judge-rankings',
      'judge-scores',
      'keep-checkpoint',
      'report-play',
      'roles-named',
      'start-checkpoint',
      'train-generator',
      'train-solver',
      'write-generator',
      'write-solver',
    ],
  ),
};
