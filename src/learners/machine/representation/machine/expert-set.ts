import { Fault } from '#foundation/kernel';
import type { Expert, PlaneLiteral } from './expert.ts';

/** An expert at its slot, with the counters of its table, which change as it learns. */
export interface Seat {
  readonly slot: number;
  readonly expert: Expert;
  readonly counters: Uint32Array | undefined;
}

const noGuard = [] as const;

/** The experts of a machine by id and by slot. A newcomer takes the lowest free slot, so the slots are part of the state. */
export class ExpertSet {
  private readonly seats: (Seat | undefined)[] = [];
  private readonly slots = new Map<string, number>();
  private readonly limit: number;
  private ranks: Int32Array | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  get size(): number {
    return this.slots.size;
  }

  /** The slot the next newcomer would take. */
  freeSlot(id: string): number {
    if (this.slots.has(id))
      throw new Fault('bem/twice', `there is an expert ${id} already`, { details: { expert: id } });
    if (this.slots.size >= this.limit) {
      throw new Fault('bem/full', `expert ${id} would be number ${this.limit + 1} of ${this.limit}`, {
        details: { expert: id, field: 'experts' },
      });
    }
    const free = this.seats.indexOf(undefined);
    return free < 0 ? this.seats.length : free;
  }

  put(seat: Seat): void {
    while (this.seats.length <= seat.slot) this.seats.push(undefined);
    this.seats[seat.slot] = seat;
    this.slots.set(seat.expert.id, seat.slot);
    this.ranks = undefined;
  }

  remove(id: string): Seat {
    const seat = this.seatOf(id);
    this.seats[seat.slot] = undefined;
    this.slots.delete(id);
    this.ranks = undefined;
    return seat;
  }

  seatOf(id: string): Seat {
    const seat = this.seats[this.slots.get(id) ?? -1];
    if (seat === undefined)
      throw new Fault('bem/unknown-expert', `there is no expert ${id}`, { details: { expert: id } });
    return seat;
  }

  has(id: string): boolean {
    return this.slots.has(id);
  }

  isTaken(slot: number): boolean {
    return this.seats[slot] !== undefined;
  }

  at(slot: number): Seat {
    return this.seats[slot]!;
  }

  guardOf(slot: number): readonly PlaneLiteral[] {
    return this.seats[slot]!.expert.guard ?? noGuard;
  }

  /** Seats by ascending slot. */
  all(): Seat[] {
    return this.seats.filter((seat) => seat !== undefined);
  }

  /** The place of each slot when experts are ordered by id (UTF-16 code units). */
  idRanks(): Int32Array {
    if (this.ranks !== undefined) return this.ranks;
    const ranks = new Int32Array(this.seats.length);
    const ordered = this.all().sort((a, b) => (a.expert.id < b.expert.id ? -1 : 1));
    for (const [rank, { slot }] of ordered.entries()) ranks[slot] = rank;
    this.ranks = ranks;
    return ranks;
  }
}
