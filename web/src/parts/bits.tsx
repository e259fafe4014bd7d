import type { ComponentChildren, JSX } from 'preact';
import type { ApiError } from '../api.ts';
import { number, short } from '../show.ts';

/** The address of a page of a run. */
export function linkTo(run: string, page = ''): string {
  return `#/runs/${encodeURIComponent(run)}${page === '' ? '' : `/${page}`}`;
}

export function Badge({ state }: { readonly state: string }): JSX.Element {
  return <span class={`badge ${state}`}>{state}</span>;
}

export function Card({
  title,
  note,
  width = '',
  children,
}: {
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly width?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class={`card ${width}`}>
      <h2>
        {title}
        {note !== undefined && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

export function Fault({ error }: { readonly error: ApiError }): JSX.Element {
  return (
    <div class="fault" role="alert">
      {sentence(error.message)} <Words text={error.hint} />
    </div>
  );
}

function sentence(text: string): string {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(begun) ? begun : `${begun}.`;
}

/** A text in which commands stand between backquotes. */
function Words({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>))}</>;
}

/** The way on from an address that leads nowhere. */
export function NotThere({ what }: { readonly what: string }): JSX.Element {
  return (
    <>
      <h1>Not found</h1>
      <div class="fault" role="alert">
        There is {what}. <a href="#/runs">All runs</a>
      </div>
    </>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>;
}

function HashLink({ href, hash }: { readonly href: string; readonly hash: string }): JSX.Element {
  return (
    <a class="mono" href={href} title={hash}>
      {short(hash)}
    </a>
  );
}

/** The certificate of a change, or a dash where it has none. */
export function CertificateLink({ run, hash }: { readonly run: string; readonly hash: string | null }): JSX.Element {
  return hash === null ? <>–</> : <HashLink href={`${linkTo(run, 'certificates')}/${hash}`} hash={hash} />;
}

/** What may be larger than its place: it can be scrolled, also with the keyboard. */
export function Scroll({
  label,
  height,
  kind = '',
  children,
}: {
  readonly label: string;
  readonly height?: number | undefined;
  readonly kind?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div
      class={`scroll ${kind}`}
      tabIndex={0}
      role="region"
      aria-label={label}
      {...(height === undefined ? {} : { style: { maxHeight: `${height}px`, overflow: 'auto' } })}
    >
      {children}
    </div>
  );
}

/** A table that can be scrolled. A column is what stands above it, or that and a class. */
export function Rows({
  label,
  columns,
  height,
  kind = '',
  children,
}: {
  readonly label: string;
  readonly columns: readonly (string | readonly [ComponentChildren, string])[];
  readonly height?: number;
  readonly kind?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Scroll label={label} height={height}>
      <table class={kind}>
        <thead>
          <tr>
            {columns.map((column, i) => {
              const [name, place] = typeof column === 'string' ? [column, undefined] : column;
              return (
                <th key={i} {...(place === undefined ? {} : { class: place })}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

/** One of several, by a label. The empty value is `all`. */
export function Choice({
  label,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (string | readonly [string, string])[];
  readonly choose: (value: string) => void;
}): JSX.Element {
  return (
    <label class="choice">
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">all</option>
        {options.map((option) => {
          const [name, says] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={name} value={name}>
              {says}
            </option>
          );
        })}
      </select>
    </label>
  );
}

/** Where a list stands that is shown in pages, and the way to its others. */
export function Pager({
  from,
  size,
  total,
  turn,
}: {
  readonly from: number;
  readonly size: number;
  readonly total: number | undefined;
  readonly turn: (from: number) => void;
}): JSX.Element {
  const last = Math.min(total ?? 0, from + size);
  return (
    <>
      <span class="note">
        {total === undefined || total === 0 ? '' : `${number(from + 1)} to ${number(last)} of ${number(total)}`}
      </span>
      {(total ?? 0) > size && (
        <>
          <button type="button" disabled={from === 0} onClick={() => turn(Math.max(0, from - size))}>
            Previous
          </button>
          <button type="button" disabled={last >= (total ?? 0)} onClick={() => turn(from + size)}>
            Next
          </button>
        </>
      )}
    </>
  );
}

export function Figure({
  name,
  children,
  note,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** What is known, or why it is not. */
export function Shown<T>({
  data,
  error,
  children,
}: {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {error !== undefined && <Fault error={error} />}
      {data === undefined ? error === undefined && <p class="note">Loading …</p> : children(data)}
    </>
  );
}
