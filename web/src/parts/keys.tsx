import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const keys: readonly (readonly [string, string])[] = [
  ['/', 'to the search'],
  ['j', 'to the next row'],
  ['k', 'to the row before'],
  ['Enter', 'open it'],
  ['← ↑ ↓ →', 'in a matrix: to the cell beside'],
  ['?', 'show or hide these keys'],
];

/** Keys for hands that stay on the keyboard. Who writes into a field, or holds Ctrl or Alt, means something else. */
export function Keys(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isField = target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea');
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === '?') toggle(dialog.current);
      else if (key === '/') search();
      else if (key === 'j') move(1);
      else if (key === 'k') move(-1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <table>
        <tbody>
          {keys.map(([key, says]) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}

function toggle(dialog: HTMLDialogElement | null): void {
  if (dialog?.open === true) dialog.close();
  else dialog?.showModal();
}

/** To the search of this page; where it has none, to that of the runs. */
function search(): void {
  const field = (): HTMLElement | null => document.querySelector<HTMLElement>('main input[type=search]');
  if (field() === null) {
    globalThis.location.hash = '#/runs';
    setTimeout(() => field()?.focus(), 100);
  } else field()?.focus();
}

/** The links that lead on from rows: the first of each. */
function move(by: number): void {
  const links = [...document.querySelectorAll('main tbody tr')].flatMap((row) => row.querySelector('a') ?? []);
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true);
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
  links[next]?.focus();
}
