import type { InstalledProgram } from '#learners/machine/plans/programs';

/** Steps after which the engine has made its best code of a machine. */
const STEPS = 256;

/** Runs a machine on zeros, so that what is timed later is not the engine getting ready. It begins anew after. */
export function warmUp(installed: InstalledProgram): void {
  const plane = new Int32Array(installed.lanes / 32);
  const token = Array.from({ length: installed.plan.inputs }, () => plane);
  for (let t = 0; t < STEPS; t += 1) installed.step(token);
  installed.begin();
}
