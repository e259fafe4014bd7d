import { type Amount, addAmounts, dust, nothing } from './limits.ts';

/** Who may begin: calls that could together pass a limit wait for each other. */
export interface Admission {
  /** Waits until a call of this ceiling fits; false where it does not fit even alone. */
  begin(ceiling: Amount): Promise<boolean>;
  /** Gives back what a call that had begun held. */
  end(ceiling: Amount): void;
  /** Wakes those that wait: what is used has changed. */
  wake(): void;
  /** No call is under way any more. */
  reset(): void;
}

/**
 * Lets a call begin as soon as its ceiling fits beside those under way; never, where it does not fit even alone. In the order in which they
 * ask: were a small one let past, who has room at the end would depend on how many are under way.
 */
export function createAdmission(fits: (amount: Amount) => boolean): Admission {
  let underWay = nothing;
  let queue: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const go of waiting) go();
    waiting.clear();
  };
  const waitForRoom = async (ceiling: Amount): Promise<boolean> => {
    for (;;) {
      const together = addAmounts(underWay, ceiling);
      if (fits(together)) {
        underWay = together;
        return true;
      }
      if (isNothing(underWay)) return false;
      await new Promise<void>((go) => waiting.add(go));
    }
  };
  return {
    begin(ceiling) {
      const mine = queue.then(() => waitForRoom(ceiling));
      queue = mine;
      return mine;
    },
    end(ceiling) {
      underWay = addAmounts(underWay, ceiling, -1);
    },
    wake,
    reset() {
      underWay = nothing;
      wake();
    },
  };
}

function isNothing({ calls, promptTokens, completionTokens, dollars }: Amount): boolean {
  return calls <= 0 && promptTokens <= 0 && completionTokens <= 0 && dollars <= dust;
}
