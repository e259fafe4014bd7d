/** A number that users may turn: its default, the range it must stay in, and what it does. */
export interface Knob {
  readonly default: number;
  readonly low: number;
  readonly high: number;
  readonly says: string;
}

export type KnobTable<Name extends string = string> = Readonly<Record<Name, Knob>>;

/** One row of a table of knobs. */
export function knob(value: number, low: number, high: number, says: string): Knob {
  return { default: value, low, high, says };
}

/** Every knob at its default. */
export function usualValues<Name extends string>(table: KnobTable<Name>): Readonly<Record<Name, number>> {
  const rows = Object.entries<Knob>(table).map(([name, row]) => [name, row.default]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value for every row of the table
  return Object.fromEntries(rows) as Readonly<Record<Name, number>>;
}

/** A value for every row: the default, or what was turned. `refuse` throws for an unknown name and for a value out of its range. */
export function turnTable<Name extends string>(
  table: KnobTable<Name>,
  turned: Readonly<Record<string, number>>,
  { kind, refuse }: { readonly kind: string; readonly refuse: (why: string) => never },
): Readonly<Record<Name, number>> {
  const rows = new Map<string, Knob>(Object.entries(table));
  for (const [name, value] of Object.entries(turned)) {
    const { low, high } = rows.get(name) ?? refuse(`there is no ${kind} knob named ${name}`);
    if (!(value >= low && value <= high)) refuse(`knob ${name} is ${value}; it must lie in [${low}, ${high}]`);
  }
  return { ...usualValues(table), ...turned };
}
