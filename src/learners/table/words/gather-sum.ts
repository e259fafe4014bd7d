import type { Term } from '#learners/machine/terms';

const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, a: Term, b: Term): Term => ({ is: 'call', name, args: [a, b] });

/**
 * A sum with each summand named once, what is added before what is taken away: `w + (w + 5)` is `w × 2 + 5`. Nothing where that makes it no shorter.
 * It is for words alone: a sum that leaves ± 1,000,000,000 on its way may be worth something else.
 */
export function gatherSum(term: Term): Term | undefined {
  const factors = new Map<string, { readonly of: Term; by: number }>();
  let constant = 0;
  let parts = 0;
  const add = (of: Term, by: number): void => {
    const [a, b] = of.is === 'call' ? of.args : [];
    if (of.is === 'call' && (of.name === 'add' || of.name === 'subtract')) {
      add(a!, by);
      add(b!, of.name === 'add' ? by : -by);
    } else if (of.is === 'call' && of.name === 'multiply' && b!.is === 'word') add(a!, by * b.value);
    else if (of.is === 'call' && of.name === 'multiply' && a!.is === 'word') add(b!, by * a.value);
    else if (of.is === 'word') {
      constant += by * of.value;
      parts += 1;
    } else {
      const key = JSON.stringify(of);
      factors.set(key, { of, by: (factors.get(key)?.by ?? 0) + by });
      parts += 1;
    }
  };
  add(term, 1);
  const summands = [...factors.values()].filter(({ by }) => by !== 0);
  const ordered = [...summands.filter(({ by }) => by > 0), ...summands.filter(({ by }) => by < 0)];
  const isShorter = summands.length + (constant === 0 ? 0 : 1) < parts;
  const isTurned = JSON.stringify(term).includes('"value":-');
  if (summands.length === 0 || ordered[0]!.by < 0 || !(isShorter || isTurned)) return undefined;
  const times = ({ of, by }: (typeof ordered)[number]): Term =>
    Math.abs(by) === 1 ? of : call('multiply', of, word(Math.abs(by)));
  const [first, ...rest] = ordered;
  const sum = rest.reduce<Term>((left, one) => call(one.by > 0 ? 'add' : 'subtract', left, times(one)), times(first!));
  return constant === 0 ? sum : call(constant > 0 ? 'add' : 'subtract', sum, word(Math.abs(constant)));
}
