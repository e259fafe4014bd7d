import type { compete } from './competitor.ts';
import type { ownCompetitors } from './own-competitors.ts';
import type { benchGate } from './gate-suite.ts';
import type { benchThroughput } from './throughput.ts';
import type { benchTrain } from './train-suite.ts';

/** What `pawl bench train` works with. */
export interface Referee {
  readonly compete: typeof compete;
  readonly ownCompetitors: typeof ownCompetitors;
  readonly benchGate: typeof benchGate;
  readonly benchThroughput: typeof benchThroughput;
  readonly benchTrain: typeof benchTrain;
}

/** The referee of skill training and its competitors; loaded when it is asked for. */
export async function loadReferee(): Promise<Referee> {
  const [competitor, own, gate, throughput, train] = await Promise.all([
    import('./competitor.ts'),
    import('./own-competitors.ts'),
    import('./gate-suite.ts'),
    import('./throughput.ts'),
    import('./train-suite.ts'),
  ]);
  return { ...competitor, ...own, ...gate, ...throughput, ...train };
}
