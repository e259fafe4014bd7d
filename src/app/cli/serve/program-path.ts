import { fileURLToPath } from 'node:url';

/** This program, as another process can start it: from the checkout as from the package. */
export const programPath = fileURLToPath(new URL('../../../../bin/pawl.mjs', import.meta.url));
