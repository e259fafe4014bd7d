import type { JSX } from 'preact';

type Line = { readonly sign: ' ' | '+' | '-'; readonly text: string };

/** Lines of a longest common subsequence stay; of very long files only the part between equal ends is compared. */
function diffLines(before: string, after: string): Line[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const same = (text: string): Line => ({ sign: ' ', text });
  return [...a.slice(0, head).map(same), ...middle(left, right), ...(tail === 0 ? [] : a.slice(-tail)).map(same)];
}

const MOST_CELLS = 4_000_000;

function middle(a: readonly string[], b: readonly string[]): Line[] {
  const cut = a.map((text): Line => ({ sign: '-', text }));
  const add = b.map((text): Line => ({ sign: '+', text }));
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
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ sign: ' ', text: a[i]! });
      i += 1;
      j += 1;
    } else if (length[(i + 1) * width + j]! >= length[i * width + j + 1]!) lines.push(cut[i++]!);
    else lines.push(add[j++]!);
  }
  return [...lines, ...cut.slice(i), ...add.slice(j)];
}

const AROUND = 3;

/** Two texts as one, with what was added and cut; long stretches that stay are folded. */
export function DiffView({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  const lines = diffLines(before, after);
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ sign }) => sign !== ' '),
  );
  const shown: JSX.Element[] = [];
  for (const [i, { sign, text }] of lines.entries()) {
    if (isNear[i] === true) {
      const kind = sign === '+' ? 'add' : sign === '-' ? 'cut' : '';
      shown.push(
        <div key={i} class={`mono ${kind}`} data-sign={sign}>
          <span>{text === '' ? ' ' : text}</span>
        </div>,
      );
    } else if (isNear[i - 1] === true || i === 0) {
      const end = isNear.indexOf(true, i);
      shown.push(
        <div key={i} class="skip-lines" data-sign="…">
          <span>{(end === -1 ? lines.length : end) - i} lines stay</span>
        </div>,
      );
    }
  }
  return (
    <>
      <h3 class="mono" style={{ margin: '4px 0' }}>
        {name}
      </h3>
      <div class="doc diff" tabIndex={0} role="region" aria-label={`Changes of ${name}`}>
        {shown}
      </div>
    </>
  );
}
