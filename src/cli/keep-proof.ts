import type { Json } from '#contracts';
import { openStore } from '#store';
import { certifyProof, type ProofMaterial, proofWords } from '#verify/certify';
import type { Shell } from './command.ts';

/** Stores a proof as a run of its own, which `pawl audit` can check again; returns the run's id. */
export function keepProof(shell: Shell, loop: string, config: Json, material: ProofMaterial): string {
  const store = openStore(shell.workspace, { mask: shell.mask });
  try {
    const journal = store.createRun({ loop, seed: 0, config });
    const certificate = certifyProof(material, journal);
    journal.emit('claim-proved', { claim: proofWords(material), certificate });
    journal.finish({ certificate });
    return journal.run;
  } finally {
    store.close();
  }
}
