import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunNote } from '../../../src/app/server/views/notes.ts';
import { isReport } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Fault } from './bits.tsx';

interface Noted {
  readonly id: string;
  readonly note: RunNote;
}

export function Star({ run, done }: { readonly run: Noted; readonly done: () => void }): JSX.Element | null {
  const { ask, isBusy } = useAction(done);
  if (isReport) return null;
  const { star } = run.note;
  return (
    <button
      type="button"
      class="plain star"
      aria-pressed={star}
      aria-label={`Star of ${run.id}`}
      disabled={isBusy}
      onClick={() => ask(`/runs/${encodeURIComponent(run.id)}/note`, { ...run.note, star: !star })}
    >
      {star ? '★' : '☆'}
    </button>
  );
}

export function Tags({ note: { tags, note } }: { readonly note: RunNote }): JSX.Element | null {
  if (tags.length === 0 && note === '') return null;
  return (
    <span class="tags">
      {tags.map((tag) => (
        <span key={tag} class="badge">
          {tag}
        </span>
      ))}
      {note !== '' && (
        <span class="note" title={note}>
          {note.length > 60 ? `${note.slice(0, 60)} …` : note}
        </span>
      )}
    </span>
  );
}

/** Star, tags and words beside a run; they are no part of its hash. */
export function Notes({ run, done }: { readonly run: Noted; readonly done: () => void }): JSX.Element {
  const { note } = run;
  const [tags, setTags] = useState(note.tags.join(', '));
  const [words, setWords] = useState(note.note);
  const { ask, isBusy, error, found } = useAction<RunNote>(done);
  const asTags = [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  return (
    <details class="notes">
      <summary>
        Notes <Tags note={note} />
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(`/runs/${encodeURIComponent(run.id)}/note`, { ...note, tags: asTags, note: words });
        }}
      >
        <label>
          Tags, with commas between <input value={tags} onInput={({ currentTarget }) => setTags(currentTarget.value)} />
        </label>
        <label>
          Note
          <textarea rows={3} value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
        </label>
        <div>
          <button type="submit" disabled={isBusy}>
            Keep
          </button>{' '}
          <span class="note" role="status">
            {found === undefined || isBusy ? 'Notes are kept in the store and enter no hash.' : 'Kept.'}
          </span>
        </div>
        {error !== undefined && <Fault error={error} />}
      </form>
    </details>
  );
}
