/** What was found of one thing a machine may have. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'missing';
  /** Whether Pawl cannot work without it. */
  readonly required: boolean;
  /** What was seen: a version, a path, an address. */
  readonly seen: string;
  /** What to do when it is missing. */
  readonly todo?: string;
}

/** A finding of something that is there. */
export function present(name: string, seen: string, required = false): Finding {
  return { name, state: 'ok', required, seen };
}

/** A finding of something that is not there, and what to do about it. */
export function missing(name: string, seen: string, todo: string, required = false): Finding {
  return { name, state: 'missing', required, seen, todo };
}
