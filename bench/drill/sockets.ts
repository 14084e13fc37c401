/** Clients that stay connected and follow the trades of a market. */
import { io, type Socket } from 'socket.io-client';
import { ROOM_MESSAGE, rooms, SUBSCRIBE } from '@halyard/contract/realtime/rooms';

export type Sockets = {
  areConnected(): boolean;
  /** Since the last call: disconnects, and the longest time that a socket had no message. */
  read(): { readonly disconnects: number; readonly silentMs: number };
  close(): void;
};

/** Opens so many sockets. */
export function openSockets(url: string, symbol: string, number: number): Sockets {
  let disconnects = 0;
  const silences = Array.from({ length: number }, () => ({ lastMs: performance.now(), longestMs: 0 }));
  const note = (silence: { lastMs: number; longestMs: number }) => {
    const nowMs = performance.now();
    silence.longestMs = Math.max(silence.longestMs, nowMs - silence.lastMs);
    silence.lastMs = nowMs;
  };
  const sockets = silences.map((silence, user): Socket => {
    const extraHeaders = { 'x-forwarded-for': `10.${user % 250}.250.1` };
    const socket = io(url, { transports: ['websocket'], extraHeaders, forceNew: true });
    socket.on('disconnect', () => (disconnects += 1));
    socket.on('connect', () => socket.emit(SUBSCRIBE, { rooms: [rooms.trades(symbol)] }));
    socket.on(ROOM_MESSAGE, () => note(silence));
    return socket;
  });
  return {
    areConnected: () => sockets.every(({ connected }) => connected),
    read() {
      silences.forEach(note);
      const silentMs = Math.max(...silences.map(({ longestMs }) => longestMs));
      const counted = { disconnects, silentMs };
      disconnects = 0;
      for (const silence of silences) silence.longestMs = 0;
      return counted;
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}
