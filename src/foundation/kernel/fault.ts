import { type FaultCode, hints } from './hints.ts';

/** What a fault carries besides its message. */
export interface FaultContext {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Replaces the table's hint where the moment knows better, such as the nearest valid name. */
  readonly hint?: string;
}

/** A fault with a stable code for machines, a message for the log and a hint for the reader. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: FaultCode, message: string, context: FaultContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.hint = context.hint ?? hints[code];
    this.details = context.details ?? {};
  }

  toJSON(): Record<string, unknown> {
    return { code: this.code, message: this.message, hint: this.hint, details: this.details };
  }
}
