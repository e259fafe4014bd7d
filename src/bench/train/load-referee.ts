/** The referee of skill training and its competitors; loaded when it is asked for. */
export async function loadReferee() {
  const [{ compete }, { ownCompetitors }, { benchThroughput }, { benchTrain }] = await Promise.all([
    import('./competitor.ts'),
    import('./own-competitors.ts'),
    import('./throughput.ts'),
    import('./train-suite.ts'),
  ]);
  return { compete, ownCompetitors, benchThroughput, benchTrain };
}
