/** How many uploads are under way at a time in this process, in all and of one user: each holds a connection and up to ten megabytes of disk. */
import type { UserId } from '@halyard/contract/calls/ids';
import { BusinessError } from '../../errors.ts';

/** A form has three pictures, and may be open twice. */
const AT_ONCE_OF_USER = 6;
const AT_ONCE = 100;
/** What somebody is told to wait who has too many under way. */
const WAIT_SECONDS = 10;

export type Turnstile = {
  /** Does the work, or throws `BusinessError`: RATE_LIMITED when the user has too many under way, SERVICE_UNAVAILABLE when all together have. */
  pass<T>(userId: UserId, work: () => Promise<T>): Promise<T>;
};

/** A turnstile of its own. */
export function createTurnstile(): Turnstile {
  const counts = new Map<UserId, number>();
  let total = 0;

  return {
    async pass(userId, work) {
      const count = counts.get(userId) ?? 0;
      if (count >= AT_ONCE_OF_USER) throw new BusinessError('RATE_LIMITED', { seconds: WAIT_SECONDS });
      if (total >= AT_ONCE) throw new BusinessError('SERVICE_UNAVAILABLE');
      counts.set(userId, count + 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        const left = (counts.get(userId) ?? 1) - 1;
        if (left > 0) counts.set(userId, left);
        else counts.delete(userId);
      }
    },
  };
}
