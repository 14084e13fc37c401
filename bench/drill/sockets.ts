/** Clients that stay connected, with the code of the app, and follow the trades of a market. */
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { createRealtimeClient } from '../../src/shared/realtime/realtimeClient.ts';

export type Sockets = {
  areConnected(): boolean;
  /** Since the last call: lost connections, and the longest time that a client had no price. */
  read(): { readonly losses: number; readonly silentMs: number };
  close(): void;
};

/** Opens so many sockets. */
export function openSockets(url: string, symbol: string, number: number): Sockets {
  let losses = 0;
  const silences = Array.from({ length: number }, () => ({ lastMs: performance.now(), longestMs: 0 }));
  const note = (silence: { lastMs: number; longestMs: number }) => {
    const nowMs = performance.now();
    silence.longestMs = Math.max(silence.longestMs, nowMs - silence.lastMs);
    silence.lastMs = nowMs;
  };
  const clients = silences.map((silence) => {
    const client = createRealtimeClient({ url, getToken: () => undefined, watch: () => () => undefined });
    let wasConnected = false;
    client.onStatusChange(() => {
      const isConnected = client.getStatus().state === 'connected';
      if (wasConnected && !isConnected) losses += 1;
      wasConnected = isConnected;
    });
    const onMessage = () => note(silence);
    client.subscribe(rooms.trades(symbol), roomCodecs.trades, { onSnapshot: onMessage, onMessage });
    return client;
  });
  return {
    areConnected: () => clients.every((client) => client.getStatus().state === 'connected'),
    read() {
      silences.forEach(note);
      const read = { losses, silentMs: Math.max(...silences.map(({ longestMs }) => longestMs)) };
      losses = 0;
      for (const silence of silences) silence.longestMs = 0;
      return read;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}
