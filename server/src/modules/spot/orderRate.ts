/**
 * How often one user may place orders. Counted in the process: several nodes together allow a multiple, which is still
 * a limit.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { UserId } from '@halyard/contract/calls/ids';
import { BusinessError } from '../../calls/errors.ts';

const ORDERS_MAX = 100;
const WINDOW_SECONDS = 10;

/** In the sandbox, benchmarks trade for a handful of users. */
const SANDBOX_FACTOR = 100;

/**
 * Makes the check that a new order passes. It throws `BusinessError`: RATE_LIMITED {seconds}. Cancelling is never
 * refused.
 */
export function createOrderRate(isSandbox: boolean): (userId: UserId) => Promise<void> {
  const limiter = new RateLimiterMemory({
    points: ORDERS_MAX * (isSandbox ? SANDBOX_FACTOR : 1),
    duration: WINDOW_SECONDS,
  });
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil(error.msBeforeNext / 1000) });
    }
  };
}
