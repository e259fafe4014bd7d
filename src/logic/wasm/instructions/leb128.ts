/** A whole number ≥ 0 in groups of seven bits, low bits first. @source DWARF 3, §7.6: LEB128 */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

/** A whole number of 64 bits or fewer, sign in the last group. @source DWARF 3, §7.6: LEB128 */
export function signed(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (;;) {
    const low = Number(rest & 127n);
    rest >>= 7n;
    const isLast = rest === 0n ? low < 64 : rest === -1n && low >= 64;
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}
