import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useAction } from '../hooks.ts';
import { Fault } from './bits.tsx';

/** What can be done with the runs that are ticked. Nothing is deleted before it is confirmed. */
export function Selection({
  chosen,
  isAway,
  done,
}: {
  readonly chosen: readonly string[];
  readonly isAway: boolean;
  readonly done: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const { ask, isBusy, error } = useAction(() => {
    dialog.current?.close();
    done();
  });
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => ask('/archive', { runs: chosen, archived: !isAway })}>
        {isAway ? 'Bring back' : 'Put away'} {chosen.length}
      </button>
      <button type="button" disabled={isBusy} onClick={() => dialog.current?.showModal()}>
        Delete {chosen.length}
      </button>
      <dialog ref={dialog} aria-label="Delete runs">
        <h2>Delete {chosen.length === 1 ? 'this run' : `these ${chosen.length} runs`}?</h2>
        <p>{chosen.join(', ')}</p>
        <p class="note">All that only they use goes with them. It cannot be undone; to put runs away keeps them.</p>
        {error !== undefined && <Fault error={error} />}
        <div class="filters">
          <button type="button" disabled={isBusy} onClick={() => ask('/delete', { runs: chosen })}>
            Delete
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </dialog>
    </>
  );
}
