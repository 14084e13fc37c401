/** Settings of health checks, metrics and the orderly stop. */
import * as z from 'zod/mini';

export type HealthSettings = {
  /** Port of the metrics; `undefined`: they are not served. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Longest orderly stop after SIGTERM; 0 stops at once. */
  readonly drainSeconds: number;
  /** Mean delay of the event loop above which a node refuses calls; 0 for none. */
  readonly shedDelayMs: number;
};

const DRAIN_MAX_SECONDS = 120;
const DELAY_MAX_MS = 60_000;
/** A load balancer needs time to notice; a single node has none that could take over. */
const DRAIN_SECONDS = 25;
const SHED_DELAY_MS = 500;
const LOOPBACK_HOST = '127.0.0.1';

/** Expected form of each variable. */
export const HEALTH_EXPECTED = {
  METRICS_PORT: 'a port from 0 to 65535 beside PORT, or empty to serve no metrics',
  METRICS_HOST: 'an address to listen on, such as 127.0.0.1',
  DRAIN_SECONDS: `a whole number of seconds from 0 to ${DRAIN_MAX_SECONDS}`,
  SHED_DELAY_MS: `a whole number of milliseconds from 0, for none, to ${DELAY_MAX_MS}`,
} as const;

const isUpTo = (max: number) => (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= max;
const upTo = (max: number) => z.optional(z.string().check(z.refine(isUpTo(max))));

/** Schema of each variable. */
export const HEALTH_VARIABLES = {
  METRICS_PORT: upTo(65_535),
  METRICS_HOST: z.optional(z.string()),
  DRAIN_SECONDS: upTo(DRAIN_MAX_SECONDS),
  SHED_DELAY_MS: upTo(DELAY_MAX_MS),
};

type Set = Readonly<Partial<Record<keyof typeof HEALTH_EXPECTED, string | undefined>>>;

/** Reads these settings. A node among several drains by default. */
export function healthSettings(set: Set, isOneOfSeveral: boolean): HealthSettings {
  const whole = (text: string | undefined, usual: number) => (text === undefined ? usual : Number(text));
  return {
    metricsPort: set.METRICS_PORT === undefined ? undefined : Number(set.METRICS_PORT),
    metricsHost: set.METRICS_HOST ?? LOOPBACK_HOST,
    drainSeconds: whole(set.DRAIN_SECONDS, isOneOfSeveral ? DRAIN_SECONDS : 0),
    shedDelayMs: whole(set.SHED_DELAY_MS, SHED_DELAY_MS),
  };
}
