/** Settings of health checks, metrics and the orderly stop. */
import * as z from 'zod/mini';
import { expectedOf, schemasOf, wholeNumber, type ValuesOf } from '../settings.ts';

export type HealthSettings = {
  /** Port of the metrics; `undefined`: they are not served. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Longest orderly stop after SIGTERM; 0 stops at once. */
  readonly drainSeconds: number;
  /** Mean delay of the event loop above which a node refuses calls; 0 for none. */
  readonly shedDelayMs: number;
};

const NUMBERS = {
  METRICS_PORT: wholeNumber('', 0, 65_535),
  DRAIN_SECONDS: wholeNumber('seconds', 0, 120),
  SHED_DELAY_MS: wholeNumber('milliseconds', 0, 60_000),
};
/** A load balancer needs time to notice; a single node has none that could take over. */
const DRAIN_SECONDS = 25;

/** Expected form of each variable. */
export const HEALTH_EXPECTED = {
  ...expectedOf(NUMBERS),
  METRICS_HOST: 'an address to listen on, such as 127.0.0.1',
} as const;

/** Schema of each variable. */
export const HEALTH_VARIABLES = {
  ...schemasOf(NUMBERS),
  METRICS_HOST: z.optional(z.string()),
};

/** Reads these settings. A node among several drains by default. */
export function healthSettings(set: ValuesOf<typeof HEALTH_VARIABLES>, isOneOfSeveral: boolean): HealthSettings {
  return {
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST ?? '127.0.0.1',
    drainSeconds: set.DRAIN_SECONDS ?? (isOneOfSeveral ? DRAIN_SECONDS : 0),
    shedDelayMs: set.SHED_DELAY_MS ?? 500,
  };
}
