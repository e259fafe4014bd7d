import type { Circuit } from '#logic/circuit/graph';
import type { TruthTable } from '#logic/circuit/tables';
import type { Json } from '#foundation/contracts';
import { openStore } from '#world/store';
import { certifyProof, certifyTables, type ProofMaterial, proofWords } from '#logic/verify/certify';
import type { Shell } from './command.ts';

/** What is kept of an answer: its proof, and the tables of a circuit that was compared with tables. */
export interface Keepsake {
  readonly proof: ProofMaterial;
  readonly tabled?: { readonly circuit: Circuit; readonly tables: readonly TruthTable[] } | undefined;
}

/** Stores an answer as a run of its own, which `pawl audit` can check again; returns the run's id. */
export function keepProof(shell: Shell, loop: string, config: Json, { proof, tabled }: Keepsake): string {
  const store = openStore(shell.store, { mask: shell.mask });
  try {
    const journal = store.createRun({ loop, seed: 0, config });
    const certificate = certifyProof(proof, journal);
    journal.emit('claim-proved', { claim: proofWords(proof), certificate });
    if (tabled !== undefined) {
      journal.emit('table-checked', { certificate: certifyTables(tabled.circuit, tabled.tables, journal) });
    }
    journal.finish({ certificate });
    return journal.run;
  } finally {
    store.close();
  }
}
