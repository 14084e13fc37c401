/**
 * Limits of parallel uploads in this process: in total, of one user and of one network address. Each holds a connection
 * and up to ten megabytes of disk.
 */
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import { createCounts } from '../../calls/counts.ts';

/** A form has three pictures, and may be open twice. */
const AT_ONCE_OF_USER = 6;
/**
 * Many phones share one address of their network; but a few hundred slow connections of one machine must not keep all
 * others out.
 */
const AT_ONCE_OF_ADDRESS = 30;
const AT_ONCE = 100;
/** Suggested wait for a caller with too many uploads under way. */
const WAIT_SECONDS = 10;

/** Sender of a file: user and network address. */
export type Uploader = { readonly userId: UserId; readonly ip: string };

export type Turnstile = {
  /**
   * Runs the work, or throws `BusinessError`: RATE_LIMITED when the user or the network address has too many under way,
   * SERVICE_UNAVAILABLE when all together have.
   */
  pass<T>(uploader: Uploader, work: () => Promise<T>): Promise<T>;
};

/** A turnstile with counters of its own. */
export function createTurnstile(): Turnstile {
  const ofUsers = createCounts<UserId>();
  const ofAddresses = createCounts<string>();
  let total = 0;

  return {
    async pass({ userId, ip }, work) {
      if (ofUsers.of(userId) >= AT_ONCE_OF_USER || ofAddresses.of(ip) >= AT_ONCE_OF_ADDRESS) {
        throw new BusinessError('RATE_LIMITED', { seconds: WAIT_SECONDS });
      }
      if (total >= AT_ONCE) throw new BusinessError('SERVICE_UNAVAILABLE');
      ofUsers.change(userId, 1);
      ofAddresses.change(ip, 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        ofAddresses.change(ip, -1);
        ofUsers.change(userId, -1);
      }
    },
  };
}
