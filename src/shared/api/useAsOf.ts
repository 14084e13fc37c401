/** Age of the data on a screen that is not current. */
import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { useConnection } from '../realtime/useRealtime.ts';
import { cachedSince } from './caching.ts';

/** The parts of RTK Query's hook result that are used here. */
type Shown = {
  readonly endpointName?: string | undefined;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
};

/**
 * Time at which a query's data came from the server (Unix milliseconds, device clock): of cached data, or of data
 * unchanged since the connection was lost. `undefined` while the data is current. Streamed data was current until the
 * connection was lost.
 */
export function useAsOf(
  { endpointName, originalArgs, fulfilledTimeStamp }: Shown,
  isStreamed = false,
): number | undefined {
  const isOut = useMoneyBlockedReason() !== undefined;
  const { state, sinceMs } = useConnection();
  if (endpointName === undefined || fulfilledTimeStamp === undefined) return undefined;
  const endpoint = { endpointName, queryArgs: originalArgs, endpointDefinition: NO_DEFINITION };
  const cachedAtMs = cachedSince(defaultSerializeQueryArgs(endpoint));
  if (cachedAtMs !== undefined || !isOut) return cachedAtMs;
  return isStreamed && state === 'offline' ? Math.max(sinceMs, fulfilledTimeStamp) : fulfilledTimeStamp;
}

/** The oldest of several times, which is the age of data combined from them. */
export function oldestOf(...ages: readonly (number | undefined)[]): number | undefined {
  const known = ages.filter((age) => age !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

// The default key needs none.
const NO_DEFINITION = {} as never;
