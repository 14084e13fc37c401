/** Sequence of one room: numbers its messages and buffers the newest for clients that reconnect. */
import { RESYNC_RETAINED, type RoomMessage } from '@halyard/contract/realtime/rooms';

export type Room = {
  readonly epoch: string;
  seq(): number;
  /** Sends data that is already in wire form. */
  publish(data: unknown): void;
  /** Messages after `since`; undefined when they are unknown: another epoch, too old, or in the future. */
  messagesAfter(epoch: string, since: number): readonly RoomMessage[] | undefined;
};

/** Creates a room whose counter is identified by `epoch`, which must be unique. */
export function createRoom(name: string, epoch: string, send: (message: RoomMessage) => void): Room {
  const buffered: RoomMessage[] = [];
  let seq = 0;
  return {
    epoch,
    seq: () => seq,
    publish(data) {
      seq += 1;
      const message: RoomMessage = { room: name, epoch, seq, data };
      buffered.push(message);
      if (buffered.length > RESYNC_RETAINED) buffered.shift();
      send(message);
    },
    messagesAfter(ofEpoch, since) {
      const missed = seq - since;
      if (ofEpoch !== epoch || missed < 0 || missed > buffered.length) return undefined;
      return buffered.slice(buffered.length - missed);
    },
  };
}
