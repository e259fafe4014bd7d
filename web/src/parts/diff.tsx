import type { JSX } from 'preact';
import { Empty } from './bits.tsx';
import { diffSequences } from './sequence-diff.ts';

const AROUND = 3;

/** Two texts as one, with what was added and cut; long stretches that stay are folded. */
function DiffView({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  const lines = diffSequences(before.split('\n'), after.split('\n'));
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

export type Files = { readonly files: Readonly<Record<string, string>> };

/** Two folders of files, by the files that differ. */
export function FilesDiff({
  before,
  after,
  same,
}: {
  readonly before: Files['files'];
  readonly after: Files['files'];
  readonly same: string;
}): JSX.Element {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  return (
    <>
      {changed.length === 0 && <Empty>{same}</Empty>}
      {changed.map((name) => (
        <DiffView key={name} name={name} before={before[name] ?? ''} after={after[name] ?? ''} />
      ))}
    </>
  );
}

/** One of two texts word by word: what the other has not is marked. */
export function MarkedWords({
  text,
  other,
  kind,
}: {
  readonly text: string;
  readonly other: string;
  readonly kind: 'add' | 'cut';
}): JSX.Element {
  const words = (whole: string): string[] => whole.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return (
    <pre>
      {diffSequences(words(other), words(text))
        .filter(({ sign }) => sign !== '-')
        .map(({ sign, text: word }, i) =>
          sign === '+' ? (
            <mark key={i} class={kind}>
              {word}
            </mark>
          ) : (
            word
          ),
        )}
    </pre>
  );
}
