/** The data of an event, not yet believed. */
export type Facts = Readonly<Record<string, unknown>>;
