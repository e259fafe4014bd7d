import { onesOf } from '#foundation/kernel';

const NEIGHBOURS = 5;

function pack(bits: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(bits.length / 32));
  for (let i = 0; i < bits.length; i += 1) words[i >>> 5]! |= bits[i]! << (i & 31);
  return words;
}

/** The commonest class among the five examples nearest in Hamming distance on bits; ties go to the nearer, then the earlier. */
export function fitNearest(bits: readonly Uint8Array[], classes: Uint16Array): (bits: Uint8Array) => number {
  const known = bits.map(pack);
  return (query) => {
    const words = pack(query);
    const best: { distance: number; row: number }[] = [];
    for (const [row, other] of known.entries()) {
      const worst = best.length < NEIGHBOURS ? Infinity : best.at(-1)!.distance;
      let distance = 0;
      for (let i = 0; i < words.length && distance < worst; i += 1) distance += onesOf(words[i]! ^ other[i]!);
      if (distance >= worst) continue;
      let at = best.length;
      while (at > 0 && best[at - 1]!.distance > distance) at -= 1;
      best.splice(at, 0, { distance, row });
      if (best.length > NEIGHBOURS) best.pop();
    }
    const votes = new Map<number, number>();
    for (const { row } of best) votes.set(classes[row]!, (votes.get(classes[row]!) ?? 0) + 1);
    let winner = classes[best[0]!.row]!;
    for (const [label, count] of votes) if (count > votes.get(winner)!) winner = label;
    return winner;
  };
}
