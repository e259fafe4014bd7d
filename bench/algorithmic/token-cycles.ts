/** What a token costs, in the two ways a reader may mean: shared by the lanes that go through the machine together, and for the step that all of them wait for. */
export const tokenCycleColumns = ['cycles/token, amortised per lane', 'cycles/token, step of all W lanes'] as const;

/** Both costs of CPU time spent on so many lanes for so many tokens each. */
export function tokenCycles(
  { nanoseconds, ghz }: { readonly nanoseconds: number; readonly ghz: number },
  { tokens, sequences, lanes }: { readonly tokens: number; readonly sequences: number; readonly lanes: number },
): [amortised: number, step: number] {
  const amortised = (nanoseconds * ghz) / (sequences * tokens);
  return [amortised, amortised * lanes];
}
