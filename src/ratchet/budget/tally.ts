import { type Amount, addAmounts, dust, nothing } from './limits.ts';

/** What was used under which name, and how well it was known beforehand. */
export interface Tally<Role extends string> {
  add(
    stage: string,
    role: Role,
    use: { readonly used: Amount; readonly most: Amount; readonly isKnown: boolean },
  ): void;
  readonly byStage: () => Readonly<Record<string, Amount>>;
  readonly byRole: () => Readonly<Record<string, Amount>>;
  readonly unknown: () => number;
  readonly overshot: () => number;
}

export function createTally<Role extends string>(): Tally<Role> {
  const stages = new Map<string, Amount>();
  const roles = new Map<Role, Amount>();
  let unknown = 0;
  let overshot = 0;
  return {
    add(stage, role, { used, most, isKnown }) {
      unknown += isKnown ? 0 : 1;
      overshot += isAbove(used, most) ? 1 : 0;
      stages.set(stage, addAmounts(stages.get(stage) ?? nothing, used));
      roles.set(role, addAmounts(roles.get(role) ?? nothing, used));
    },
    byStage: () => sorted(stages),
    byRole: () => sorted(roles),
    unknown: () => unknown,
    overshot: () => overshot,
  };
}

function sorted<Name extends string>(amounts: ReadonlyMap<Name, Amount>): Readonly<Record<string, Amount>> {
  return Object.fromEntries([...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isAbove(used: Amount, ceiling: Amount): boolean {
  const tokens = (amount: Amount): number => amount.promptTokens + amount.completionTokens;
  return tokens(used) > tokens(ceiling) || used.calls > ceiling.calls || used.dollars > ceiling.dollars + dust;
}
