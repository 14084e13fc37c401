// A user's own events reach only sockets with a valid token of that user, and access ends immediately on logout. Real
// sockets against the real hub. A missing event is shown by a request answered after it: a socket delivers in order.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOGGED_OUT, rooms } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange } from '../testing/memoryExchange.ts';
import {
  openRealtime,
  recordMessages,
  subscribe,
  subscribeTo,
  until,
  type Harness,
} from '../testing/realtimeHarness.ts';

const ALICE = 17;
const BOB = 18;
const REFUSED = [{ room: 'account', error: 'NOT_LOGGED_IN' }];

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
});
afterEach(() => harness.close());

const connectWith = (token: unknown) => harness.connect({ auth: { token } });
const roundTrip = (socket: Socket) => socket.emitWithAck('unsubscribe', { rooms: [] });
const goodbyes = (socket: Socket) => {
  const received = { times: 0 };
  socket.on(LOGGED_OUT, () => void (received.times += 1));
  return received;
};

it('sends orders and balances to every socket of their owner, in wire form', async () => {
  const token = exchange.logIn(ALICE, 1);
  const phone = await connectWith(token);
  const desk = await connectWith(exchange.logIn(ALICE, 2));
  const [onPhone, onDesk] = [recordMessages(phone), recordMessages(desk)];
  expect(await subscribeTo(phone, rooms.account)).toMatchObject({ seq: 0, snapshot: null });
  await subscribeTo(desk, rooms.account);
  exchange.changeOrder(ALICE, 5);
  exchange.setBalance(ALICE, '99.5');
  await until(() => onPhone.length === 2 && onDesk.length === 2);
  expect(onPhone).toMatchObject([
    { room: 'account', seq: 1, data: { event: 'order', order: { id: 5, type: 1, target_price: '28110.26' } } },
    {
      room: 'account',
      seq: 2,
      data: {
        event: 'balance',
        balances: [{ account: 'change', currency: 3, currency_name: 'USDT', balance: '99.5' }],
      },
    },
  ]);
  expect(onDesk).toEqual(onPhone);
});

it('sends the current balance after several changes, and never an older one later', async () => {
  const socket = await connectWith(exchange.logIn(ALICE, 1));
  const received = recordMessages(socket);
  await subscribeTo(socket, rooms.account);
  for (let amount = 1; amount <= 100; amount += 1) exchange.setBalance(ALICE, String(amount));
  const amounts = () => received.map(({ data }) => (data as { balances: [{ balance: string }] }).balances[0].balance);
  await until(() => amounts().at(-1) === '100');
  expect(amounts().map(BigInt)).toEqual([...amounts()].map(BigInt).sort((a, b) => (a < b ? -1 : 1)));
});

it('sends nothing to another user, a bare user id, a forged token or a token in the URL', async () => {
  const owner = await connectWith(exchange.logIn(ALICE, 1));
  const received = recordMessages(owner);
  await subscribeTo(owner, rooms.account);
  const token = exchange.logIn(ALICE, 2);
  const strangers = [
    await connectWith(exchange.logIn(BOB, 3)),
    await connectWith(undefined),
    await connectWith('token-17-9'),
    await connectWith(ALICE),
    await connectWith({ userId: ALICE }),
    await connectWith('x'.repeat(10_000)),
    await harness.connect({ auth: { userId: ALICE, uid: ALICE } }),
    await harness.connect({ query: { token, userId: String(ALICE) } }),
  ];
  const overheard = strangers.map(recordMessages);
  for (const [index, stranger] of strangers.entries()) {
    stranger.emit('login', ALICE);
    stranger.emit('login', String(ALICE));
    expect(await subscribe(stranger, rooms.account)).toMatchObject(index === 0 ? [{ seq: 0 }] : REFUSED);
    expect(await subscribe(stranger, 'account:17', '17')).toMatchObject([
      { error: 'PARAMETER_INVALID' },
      { error: 'PARAMETER_INVALID' },
    ]);
  }
  exchange.changeOrder(ALICE, 5);
  exchange.setBalance(ALICE, '1');
  await until(() => received.length === 2);
  await Promise.all(strangers.map(roundTrip));
  expect(overheard.flat()).toEqual([]);
});

it('answers no user with another one’s missed messages: each has a separate counter', async () => {
  const alice = await connectWith(exchange.logIn(ALICE, 1));
  const bob = await connectWith(exchange.logIn(BOB, 2));
  const { epoch } = await subscribeTo(alice, rooms.account);
  exchange.changeOrder(ALICE, 5);
  await roundTrip(alice);
  const answer: unknown = await bob.emitWithAck('resync', { room: rooms.account, epoch, since: 0 });
  expect(answer).toMatchObject({ room: 'account', seq: 0, snapshot: null });
});

it('notifies the client and closes the private room immediately on logout, and leaves public rooms open', async () => {
  const token = exchange.logIn(ALICE, 1);
  const socket = await connectWith(token);
  const other = await connectWith(exchange.logIn(ALICE, 2));
  const [received, onOther] = [recordMessages(socket), recordMessages(other)];
  const [goodbye, noGoodbye] = [goodbyes(socket), goodbyes(other)];
  await subscribe(socket, rooms.account, rooms.ticker);
  await subscribeTo(other, rooms.account);
  exchange.logOut(token);
  exchange.changeOrder(ALICE, 5);
  exchange.tick(['100']);
  await until(() => onOther.length === 1 && received.length === 1);
  await roundTrip(socket);
  expect(goodbye.times).toBe(1);
  expect(noGoodbye.times).toBe(0);
  expect(received).toMatchObject([{ room: 'ticker' }]);
  expect(await subscribe(socket, rooms.account)).toEqual(REFUSED);
});

it('does not admit a session that ends while its token is being verified', async () => {
  const token = exchange.logIn(ALICE, 1);
  const socket = await connectWith(token);
  exchange.onceWhileVerifying(() => exchange.logOut(token));
  expect(await subscribe(socket, rooms.account)).toEqual(REFUSED);
});

it('notices that a token expired, without an event', async () => {
  await harness.close();
  harness = await openRealtime(exchange.sources, { recheckMs: 5 });
  const token = exchange.logIn(ALICE, 1);
  const socket = await connectWith(token);
  const goodbye = goodbyes(socket);
  await subscribeTo(socket, rooms.account);
  exchange.store.tokens.delete(token);
  await until(() => goodbye.times === 1);
  expect(await subscribe(socket, rooms.account)).toEqual(REFUSED);
});

it('leaves a private room open while the token cannot be verified', async () => {
  await harness.close();
  harness = await openRealtime(
    {
      ...exchange.sources,
      verifyToken: (token) =>
        exchange.store.isFailing ? Promise.reject(new Error('away')) : exchange.sources.verifyToken(token),
    },
    { recheckMs: 5 },
  );
  const socket = await connectWith(exchange.logIn(ALICE, 1));
  const received = recordMessages(socket);
  const goodbye = goodbyes(socket);
  await subscribeTo(socket, rooms.account);
  exchange.store.isFailing = true;
  await until(() => exchange.store.faults.length > 1);
  exchange.changeOrder(ALICE, 5);
  await until(() => received.length === 1);
  expect(goodbye.times).toBe(0);
});
