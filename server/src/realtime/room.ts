/** The sequence of one room: numbers its messages and keeps the newest for those who come back. */
import { RESYNC_RETAINED, type RoomMessage } from '@halyard/contract/realtime/rooms';

export type Room = {
  readonly epoch: string;
  seq(): number;
  /** Sends data that is already in wire form. */
  publish(data: unknown): void;
  /** What came after `since`; undefined when that cannot be told: another counter, too long ago, or not yet. */
  messagesAfter(epoch: string, since: number): readonly RoomMessage[] | undefined;
};

/** Makes a room whose counter is named `epoch`; the name must never come again. */
export function createRoom(name: string, epoch: string, send: (message: RoomMessage) => void): Room {
  const kept: RoomMessage[] = [];
  let seq = 0;
  return {
    epoch,
    seq: () => seq,
    publish(data) {
      seq += 1;
      const message: RoomMessage = { room: name, epoch, seq, data };
      kept.push(message);
      if (kept.length > RESYNC_RETAINED) kept.shift();
      send(message);
    },
    messagesAfter(ofEpoch, since) {
      const missed = seq - since;
      if (ofEpoch !== epoch || missed < 0 || missed > kept.length) return undefined;
      return kept.slice(kept.length - missed);
    },
  };
}
