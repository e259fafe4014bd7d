import { TRUE } from '#logic/circuit/graph';
import { eachRows } from '../each.ts';
import { productionNamed } from '../grammar.ts';
import type { Term } from '../term.ts';
import { type CircuitValue, constantWire, type Gates, NoCircuit, slotsOf, type Wire, wireOf } from './gates.ts';
import { placesOfSlots } from './slots.ts';

/** What a term reads. */
export interface TermInputs {
  column(name: string): CircuitValue;
  /** The gates of a term that are made elsewhere, such as what is kept through an episode. */
  made?(term: Term): CircuitValue | undefined;
}

interface Body {
  readonly item: Wire;
  readonly place: Wire;
  readonly before?: Wire;
}

/** Makes the gates of terms: lists are unrolled over their slots, and each part that no body reads is made once. */
export class TermCircuit {
  private readonly gates: Gates;
  private readonly inputs: TermInputs;
  private readonly known = new Map<Term, CircuitValue>();

  constructor(gates: Gates, inputs: TermInputs) {
    this.gates = gates;
    this.inputs = inputs;
  }

  word(term: Term, body?: Body): Wire {
    return wireOf(this.value(term, body));
  }

  value(term: Term, body?: Body): CircuitValue {
    const known = this.known.get(term) ?? this.inputs.made?.(term);
    if (known !== undefined) return known;
    if (body !== undefined && readsItem(term)) return this.make(term, body);
    const made = this.make(term);
    this.known.set(term, made);
    return made;
  }

  private make(term: Term, body?: Body): CircuitValue {
    const { gates } = this;
    switch (term.is) {
      case 'column':
        return this.inputs.column(term.name);
      case 'item':
      case 'place':
      case 'before': {
        const wire = body?.[term.is];
        if (wire === undefined) throw new NoCircuit('an item outside of a body');
        return wire;
      }
      case 'word':
        return constantWire(term.value);
      case 'symbol':
        return constantWire(term.code);
      case 'record':
        return {
          items: term.columns.map((name) => wireOf(this.inputs.column(name))),
          there: term.columns.map(() => TRUE),
          isDense: true,
        };
      case 'list':
        return { items: term.value.map(constantWire), there: term.value.map(() => TRUE), isDense: true };
      case 'bits':
        throw new NoCircuit('vectors of 64 bits');
      case 'call': {
        const row = productionNamed(term.name);
        if (row?.circuit === undefined) throw new NoCircuit(term.name);
        return row.circuit(
          gates,
          term.args.map((arg) => this.value(arg, body)),
        );
      }
      case 'each':
        return this.each(term, body);
      case 'table': {
        const key = this.word(term.of, body);
        return term.entries.reduce<Wire>(
          (rest, [at, value]) => gates.choose(gates.isEqual(key, constantWire(at)), constantWire(value), rest),
          constantWire(term.otherwise),
        );
      }
      case 'choice':
        return term.cases.reduceRight<Wire>(
          (rest, { when, gives }) => gates.choose(gates.holds(this.word(when, body)), this.word(gives, body), rest),
          this.word(term.otherwise, body),
        );
    }
  }

  private each(term: Term & { is: 'each' }, outer?: Body): CircuitValue {
    const list = slotsOf(this.value(term.list, outer));
    const places = placesOfSlots(this.gates, list);
    if (term.name === 'scan') {
      let before = term.start === undefined ? constantWire(0) : this.word(term.start, outer);
      const items = list.items.map((item, k) => {
        const next = this.word(term.body, { item, place: places[k]!, before });
        before = this.gates.choose(list.there[k]!, next, before);
        return next;
      });
      return { ...list, items };
    }
    const row = eachRows[term.name];
    if (row.circuit === undefined) throw new NoCircuit(term.name);
    const bodies = list.items.map((item, k) => this.word(term.body, { item, place: places[k]! }));
    return row.circuit(this.gates, list, bodies);
  }
}

/** Whether a term reads the item of the body that it stands in. */
export function readsItem(term: Term): boolean {
  switch (term.is) {
    case 'item':
    case 'place':
    case 'before':
      return true;
    case 'call':
      return term.args.some(readsItem);
    case 'each':
      return readsItem(term.list) || (term.start !== undefined && readsItem(term.start));
    case 'table':
      return readsItem(term.of);
    case 'choice':
      return term.cases.some(({ when, gives }) => readsItem(when) || readsItem(gives)) || readsItem(term.otherwise);
    case 'column':
    case 'word':
    case 'symbol':
    case 'record':
    case 'list':
    case 'bits':
      return false;
  }
}
