// A reader that follows the sequence rule ends with exactly what the server sent, however the connection fails. A
// model server retains a short ring of messages; random histories lose, double and drop messages on the way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResyncAnswer, RoomMessage } from './rooms.ts';
import {
  asked,
  withoutPosition,
  disconnected,
  NEW_READER,
  readAnswer,
  readMessage,
  type ReaderStep,
  type RoomReader,
} from './sequence.ts';

const ROOM = 'depth:BTC/USDT';
const message = (seq: number, epoch = 'a'): RoomMessage => ({ room: ROOM, epoch, seq, data: seq });
const snapshot = (seq: number, epoch = 'a') => ({ room: ROOM, epoch, seq, snapshot: `state ${seq}` });
const at = (seq: number, epoch = 'a'): RoomReader => ({ position: { epoch, seq }, isAsking: false, held: [] });
const deliveredBy = (step: ReaderStep) => step.deliveries.map((delivery) => delivery.data);

describe('readMessage', () => {
  it('delivers the next message and moves on', () => {
    const step = readMessage(at(4), message(5));
    expect(deliveredBy(step)).toEqual([5]);
    expect(step.reader.position).toEqual({ epoch: 'a', seq: 5 });
    expect(step.needsAnswer).toBe(false);
  });

  it('drops a message that was read before', () => {
    expect(readMessage(at(4), message(4))).toEqual({ reader: at(4), deliveries: [], needsAnswer: false });
  });

  it('holds a message behind a gap and asks', () => {
    const step = readMessage(at(4), message(6));
    expect(step).toMatchObject({ deliveries: [], needsAnswer: true, reader: { held: [message(6)] } });
  });

  it('asks when the epoch is another one, even if the number would fit', () => {
    expect(readMessage(at(4), message(5, 'b'))).toMatchObject({ deliveries: [], needsAnswer: true });
  });

  it('asks once: further messages wait for the answer', () => {
    const waiting = asked(readMessage(at(4), message(6)).reader);
    const step = readMessage(waiting, message(7));
    expect(step).toMatchObject({ deliveries: [], needsAnswer: false, reader: { held: [message(6), message(7)] } });
  });
});

describe('readAnswer', () => {
  it('delivers missed messages and then held ones', () => {
    const waiting = asked(readMessage(at(4), message(7)).reader);
    const step = readAnswer(waiting, { messages: [message(5), message(6)] });
    expect(deliveredBy(step)).toEqual([5, 6, 7]);
    expect(step.reader).toEqual(at(7));
  });

  it('restarts at a snapshot and delivers the held messages that continue it', () => {
    const waiting = asked(readMessage(at(4), message(3, 'b')).reader);
    const step = readAnswer(readMessage(waiting, message(4, 'b')).reader, snapshot(3, 'b'));
    expect(step.deliveries).toEqual([
      { kind: 'snapshot', data: 'state 3' },
      { kind: 'message', data: 4 },
    ]);
    expect(step.reader).toEqual(at(4, 'b'));
  });

  it('forgets its position when it is refused', () => {
    expect(readAnswer(asked(at(4)), { error: 'NOT_LOGGED_IN' })).toEqual({
      reader: NEW_READER,
      deliveries: [],
      needsAnswer: false,
    });
  });

  it('does not ask again immediately when the answer leaves a gap', () => {
    const waiting = asked(readMessage(at(4), message(9)).reader);
    const step = readAnswer(waiting, { messages: [message(5)] });
    expect(step).toMatchObject({ needsAnswer: false, reader: at(5) });
    expect(readMessage(step.reader, message(10)).needsAnswer).toBe(true);
  });
});

it('keeps its position over a lost connection, and forgets it when it cannot read the room', () => {
  expect(disconnected(asked(at(4)))).toEqual(at(4));
  expect(withoutPosition().position).toBeUndefined();
});

/** Events between the server and the reader. */
type Happening = 'sent' | 'lost' | 'doubled' | 'answered' | 'cut' | 'restarted' | 'misread';
const WEIGHTS: readonly { readonly arbitrary: fc.Arbitrary<Happening>; readonly weight: number }[] = [
  { arbitrary: fc.constant('sent'), weight: 8 },
  { arbitrary: fc.constant('lost'), weight: 2 },
  { arbitrary: fc.constant('doubled'), weight: 2 },
  { arbitrary: fc.constant('answered'), weight: 4 },
  { arbitrary: fc.constant('cut'), weight: 1 },
  { arbitrary: fc.constant('restarted'), weight: 1 },
  { arbitrary: fc.constant('misread'), weight: 1 },
];
const KEPT = 4;

/** The state is the list of all values so far; a message appends one, a snapshot is the whole list. */
class Model {
  private epoch = 0;
  private log: number[] = [];
  private start = 0;
  private reader = NEW_READER;
  seen: number[] = [];

  happen(what: Happening): void {
    if (what === 'cut') this.reader = disconnected(this.reader);
    else if (what === 'misread') this.reader = withoutPosition();
    else if (what === 'answered') this.answer();
    else if (what === 'restarted') this.restart();
    else this.send(what);
  }

  /** Delivers one more message and answers until nothing is asked. */
  settle(): readonly number[] {
    this.send('sent');
    this.answer();
    return this.log;
  }

  private send(how: 'sent' | 'lost' | 'doubled'): void {
    this.log.push(this.log.length * 10 + this.epoch);
    const newest = this.messageAt(this.log.length);
    const times = { sent: 1, lost: 0, doubled: 2 }[how];
    for (let time = 0; time < times; time += 1) this.take(readMessage(this.reader, newest));
  }

  private answer(): void {
    if (!this.reader.isAsking && this.reader.position !== undefined) return;
    this.take(readAnswer(asked(this.reader), this.answerTo()));
  }

  private answerTo(): ResyncAnswer {
    const { position } = this.reader;
    const oldest = Math.max(this.start, this.log.length - KEPT);
    if (position?.epoch !== String(this.epoch) || position.seq < oldest) {
      return { room: ROOM, epoch: String(this.epoch), seq: this.log.length, snapshot: [...this.log] };
    }
    const missed = this.log.length - position.seq;
    return { messages: Array.from({ length: missed }, (_, index) => this.messageAt(position.seq + index + 1)) };
  }

  private restart(): void {
    this.epoch += 1;
    this.start = this.log.length;
    this.reader = disconnected(this.reader);
  }

  private messageAt(seq: number): RoomMessage {
    return { room: ROOM, epoch: String(this.epoch), seq, data: this.log[seq - 1] };
  }

  private take(step: ReaderStep): void {
    this.reader = step.needsAnswer ? asked(step.reader) : step.reader;
    for (const { kind, data } of step.deliveries) {
      this.seen = kind === 'snapshot' ? [...(data as number[])] : [...this.seen, data as number];
    }
  }
}

it('ends with exactly what the server sent, over random losses, doubles, disconnects and restarts', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...WEIGHTS), { maxLength: 60 }), (happenings) => {
      const model = new Model();
      for (const what of happenings) model.happen(what);
      const sent = model.settle();
      expect(model.seen).toEqual(sent);
    }),
    { numRuns: 3000 },
  );
});
