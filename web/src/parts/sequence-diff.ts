export type Piece = { readonly sign: ' ' | '+' | '-'; readonly text: string };

const MOST_CELLS = 4_000_000;

/** What a longest common subsequence keeps stays; of very long ones only the part between equal ends is compared. */
export function diffSequences(a: readonly string[], b: readonly string[]): Piece[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const same = (text: string): Piece => ({ sign: ' ', text });
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [...a.slice(0, head).map(same), ...middle(left, right), ...(tail === 0 ? [] : a.slice(-tail)).map(same)];
}

function middle(a: readonly string[], b: readonly string[]): Piece[] {
  const cut = a.map((text): Piece => ({ sign: '-', text }));
  const add = b.map((text): Piece => ({ sign: '+', text }));
  if (a.length * b.length > MOST_CELLS) return [...cut, ...add];
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i * width + j] =
        a[i] === b[j]
          ? length[(i + 1) * width + j + 1]! + 1
          : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push({ sign: ' ', text: a[i]! });
      i += 1;
      j += 1;
    } else if (length[(i + 1) * width + j]! >= length[i * width + j + 1]!) pieces.push(cut[i++]!);
    else pieces.push(add[j++]!);
  }
  return [...pieces, ...cut.slice(i), ...add.slice(j)];
}
