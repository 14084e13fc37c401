/** The realtime client for components, and whether shown data is current. */
import { createContext, useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useEachSecond } from '../time/useEachSecond.ts';
import type { ConnectionStatus, RealtimeClient } from './realtimeTypes.ts';

/** Trading is blocked after the stream was silent for this long. */
const STALE_AFTER_MS = 5000;

const RealtimeContext = createContext<RealtimeClient | undefined>(undefined);

/** Provides the client. */
export const RealtimeProvider = RealtimeContext.Provider;

/** The client; throws outside the provider. */
export function useRealtime(): RealtimeClient {
  const client = useContext(RealtimeContext);
  if (client === undefined) throw new Error('there is no RealtimeProvider above this component');
  return client;
}

/** Whether the server is connected, and since when. */
export function useConnection(): ConnectionStatus {
  const client = useRealtime();
  return useSyncExternalStore(client.onStatusChange, client.getStatus);
}

/** Calls `onUp` whenever the connection is restored. Without a client (the gallery of components) it never is. */
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

/** Whether nothing arrived for so long (5 s) that prices may be wrong: trading is then blocked. */
export function useIsStale(): boolean {
  const client = useRealtime();
  const [sinceMs] = useState(Date.now);
  return useEachSecond((nowMs) => (client.silentMs() ?? nowMs - sinceMs) > STALE_AFTER_MS);
}
