import type { EventBook } from './event-book.ts';
import type { Facts } from './facts.ts';

/** The facts of every trial that events tell, whatever came of it. */
export function trialsIn(book: EventBook): Facts[] {
  return [...book.told].flatMap(([type, all]) => (type.startsWith('candidate-') ? all : []));
}

/** A member of a group of facts; nothing where there is no such group. */
export function inside(facts: unknown, group: string, name: string): unknown {
  const found = of(facts, group);
  return of(found, name);
}

export function of(facts: unknown, name: string): unknown {
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, name) : undefined;
}
