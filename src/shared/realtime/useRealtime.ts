/** The one realtime client for components, and whether what they show is current. */
import { createContext, useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useEachSecond } from '../time/useEachSecond.ts';
import type { ConnectionStatus, RealtimeClient } from './realtimeTypes.ts';

/** Prices older than this are not traded on. */
const STALE_AFTER_MS = 5000;

const RealtimeContext = createContext<RealtimeClient | undefined>(undefined);

/** Gives the client to the components below. */
export const RealtimeProvider = RealtimeContext.Provider;

/** The client; throws outside of the provider. */
export function useRealtime(): RealtimeClient {
  const client = useContext(RealtimeContext);
  if (client === undefined) throw new Error('there is no RealtimeProvider above this component');
  return client;
}

/** Whether the exchange can be heard, and since when. */
export function useConnection(): ConnectionStatus {
  const client = useRealtime();
  return useSyncExternalStore(client.onStatusChange, client.getStatus);
}

/**
 * Calls `onUp` whenever the exchange can be heard again. Where there is no client (the gallery of components) nothing
 * is ever lost.
 */
export function useOnConnected(onUp: (() => void) | undefined): void {
  const client = useContext(RealtimeContext);
  const call = useEffectEvent(() => onUp?.());
  useEffect(
    () =>
      client?.onStatusChange(() => {
        if (client.getStatus().state === 'connected') call();
      }),
    [client],
  );
}

/** Whether nothing was heard for so long (5 s) that prices may be wrong: trading is then not offered. */
export function useIsStale(): boolean {
  const client = useRealtime();
  const [sinceMs] = useState(Date.now);
  return useEachSecond((nowMs) => (client.silentMs() ?? nowMs - sinceMs) > STALE_AFTER_MS);
}
