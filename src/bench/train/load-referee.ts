/** What `pawl bench train` works with. */
export type Referee = typeof import('./competitor.ts') &
  typeof import('./own-competitors.ts') &
  typeof import('./throughput.ts') &
  typeof import('./train-suite.ts');

/** The referee of skill training and its competitors; loaded when it is asked for. */
export async function loadReferee(): Promise<Referee> {
  const [competitor, own, throughput, train] = await Promise.all([
    import('./competitor.ts'),
    import('./own-competitors.ts'),
    import('./throughput.ts'),
    import('./train-suite.ts'),
  ]);
  return { ...competitor, ...own, ...throughput, ...train };
}
