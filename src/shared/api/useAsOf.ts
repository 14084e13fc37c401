/** How old what a screen shows is, where it cannot be as of now. */
import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { useConnection } from '../realtime/useRealtime.ts';
import { cachedSince } from './cacheAges.ts';

/** What a hook of RTK Query tells of its cache entry. */
type Shown = {
  readonly endpointName?: string | undefined;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
};

/**
 * When what a query shows came from the exchange (Unix milliseconds by the device's clock): what the device kept, or
 * what has not changed since the exchange went out of reach. `undefined` while it is as of now. What streams was as of
 * now until the line was lost.
 */
export function useAsOf(
  { endpointName, originalArgs, fulfilledTimeStamp }: Shown,
  isStreamed = false,
): number | undefined {
  const isOut = useMoneyBlockedReason() !== undefined;
  const { state, sinceMs } = useConnection();
  if (endpointName === undefined || fulfilledTimeStamp === undefined) return undefined;
  const endpoint = { endpointName, queryArgs: originalArgs, endpointDefinition: NO_DEFINITION };
  const kept = cachedSince(defaultSerializeQueryArgs(endpoint));
  if (kept !== undefined || !isOut) return kept;
  return isStreamed && state === 'offline' ? Math.max(sinceMs, fulfilledTimeStamp) : fulfilledTimeStamp;
}

/** The oldest of several ages: what is put together from them is no younger. */
export function oldestOf(...ages: readonly (number | undefined)[]): number | undefined {
  const known = ages.filter((age) => age !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

// The default key needs none.
const NO_DEFINITION = {} as never;
