import { type Circuit, firstGate } from '#logic/circuit/graph';
import { Fault } from '#foundation/kernel';
import type { CodeStore } from './code-store.ts';
import type { ExpertSet, Seat } from './expert-set.ts';
import type { Expert } from './expert.ts';
import type { PlaneStore } from './plane-store.ts';
import type { Router } from '../route/router.ts';

interface InstallerParts {
  readonly experts: ExpertSet;
  readonly router: Router;
  readonly code: CodeStore;
  readonly planes: PlaneStore;
}

/** Puts experts where a step finds them: into ROUTE, among the code, and at a slot. */
export class ExpertInstaller {
  private readonly parts: InstallerParts;

  constructor(parts: InstallerParts) {
    this.parts = parts;
  }

  /** Installs an expert that fits at a slot, in place of the one there. When memory runs out nothing has changed. */
  install(expert: Expert, slot: number, counters = countersOf(expert)): void {
    const { experts, code } = this.parts;
    const old = experts.isTaken(slot) ? experts.at(slot).expert : undefined;
    try {
      this.reroute(slot, old, expert);
      if (expert.body.kind === 'table') code.uninstall(slot);
      else if (old === undefined || !hasSameCode(old, expert)) this.installOrReroute(slot, expert, old);
    } catch (error) {
      throw error instanceof Fault ? naming(expert.id, error) : error;
    }
    experts.put({ slot, expert, counters });
  }

  remove(id: string): Seat {
    const { experts, router, code } = this.parts;
    const seat = experts.remove(id);
    router.remove(seat.slot);
    code.uninstall(seat.slot);
    return seat;
  }

  private installOrReroute(slot: number, { body, ...expert }: Expert, old: Expert | undefined): void {
    if (body.kind === 'table') return;
    const { code, planes } = this.parts;
    const at = (plane: number): number => planes.addressOf(plane);
    try {
      code.install(slot, body.circuit, { inputs: expert.reads.map(at), outputs: expert.writes.map(at) });
    } catch (error) {
      this.reroute(slot, { ...expert, body }, old);
      throw error;
    }
  }

  /** Gives a slot another place in ROUTE, or none; back to the old place when there is no room. */
  private reroute(slot: number, from: Expert | undefined, to: Expert | undefined): void {
    const { router } = this.parts;
    if (from !== undefined) router.remove(slot);
    if (to === undefined) return;
    try {
      router.insert(slot, placeOf(to));
    } catch (error) {
      if (from !== undefined) router.insert(slot, placeOf(from));
      throw error;
    }
  }
}

/** The fault with the expert that it is about. */
function naming(id: string, fault: Fault): Fault {
  return new Fault(fault.code, `expert ${id}: ${fault.message}`, {
    details: { ...fault.details, expert: id },
    cause: fault,
  });
}

function placeOf({ code, class: kind, shard }: Expert): Parameters<Router['insert']>[1] {
  return { code: Uint32Array.from(code), class: kind, shard };
}

function countersOf({ body }: Expert): Uint32Array | undefined {
  return body.kind === 'table' ? body.counters.slice() : undefined;
}

/** Whether two experts run as the same code, so that what is compiled stays in use. */
function hasSameCode(a: Expert, b: Expert): boolean {
  if (a.body.kind === 'table' || b.body.kind === 'table') return false;
  if (!isSameCircuit(a.body.circuit, b.body.circuit)) return false;
  return isSameList(a.reads, b.reads) && isSameList(a.writes, b.writes);
}

function isSameCircuit(a: Circuit, b: Circuit): boolean {
  if (a === b) return true;
  if (a.inputCount !== b.inputCount || a.nodeCount !== b.nodeCount || !isSameList(a.outputs, b.outputs)) return false;
  for (let node = firstGate(a); node < a.nodeCount; node += 1) {
    const isSame = a.kinds[node] === b.kinds[node] && a.left[node] === b.left[node] && a.right[node] === b.right[node];
    if (!isSame) return false;
  }
  return true;
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
