import type { ComponentChildren, JSX } from 'preact';
import type { ApiError } from '../api.ts';
import { short } from '../show.ts';

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
      {error.message} {error.hint}
    </div>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>;
}

export function HashLink({ href, hash }: { readonly href: string; readonly hash: string }): JSX.Element {
  return (
    <a class="mono" href={href} title={hash}>
      {short(hash)}
    </a>
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
