// The message centre through the real app on both databases: reported events, texts, pages, and the read state.
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import { listChatMessages, readChat } from '@halyard/contract/chat/calls';
import {
  listMessages,
  readMessages,
  type MessageCategory,
  type OwnMessage,
} from '@halyard/contract/notifications/calls';
import { changePassword, revokeSessions, setFundPassword } from '@halyard/contract/security/calls';
import { cancelOrder, placeOrder, type OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { logIn } from '@halyard/contract/user/calls';
import { removeWithdrawalAddress } from '@halyard/contract/withdrawals/calls';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import { accountEvent } from '@halyard/contract/realtime/accountRoom';
import { rooms } from '@halyard/contract/realtime/rooms';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import {
  askDeposit,
  askWithdrawal,
  CARD,
  FUND_PASSWORD,
  giveAddress,
  openWithdrawer,
  proofOf,
} from '../../testing/funding.ts';
import { identityOf } from '../../testing/identities.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { follow } from '../../testing/realtimeHarness.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { givePicture } from '../../testing/uploads.ts';
import { answerUser } from '../chat/sendMessage.ts';
import { reviewDeposit } from '../deposits/depositReviews.ts';
import { reviewWithdrawal } from '../withdrawals/withdrawalReviews.ts';
import { SECURITY_EVENT_KINDS, type MessageFacts } from '../../events/messageFacts.ts';
import { writeUserEvent } from '../../events/userEvents.ts';

const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const REVIEWER = { name: 'olga' };

const clock = createTestClock();
let server: TestServer;
let user: TestUser;
const sockets: Socket[] = [];
/** Above the ids that calls use. */
let refs = 1_000_000;

type Asked = { readonly category?: MessageCategory; readonly before?: string; readonly limit?: number };
const read = (asked: Asked = {}, language: Language = 'en', { token } = user) =>
  server.call(listMessages, asked, { token, language });
const messages = async (asked: Asked = {}, language: Language = 'en') => (await read(asked, language)).messages;
const titles = async (asked: Asked = {}) => (await messages(asked)).map(({ title }) => title);
const order = (fields: Partial<OrderRequest>) =>
  server.call(
    placeOrder,
    { ...PAIR, side: 'buy', quantity: decimal('0.5'), orderType: 'market', ...fields } as OrderRequest,
    { token: user.token },
  );
/** Adds an event of the category `security` for the user. */
const endOthers = async () => {
  await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
  return server.call(revokeSessions, { others: true }, { token: user.token });
};

/** Adds a user event without the row that it is about. */
const happen = (facts: MessageFacts, at = new Date(clock.nowMs()).toISOString()) => {
  refs += 1;
  return server.db.transaction((tx) => writeUserEvent(tx, { userId: user.id, ref: refs, at, facts }));
};

/** Every page of a size, in order. */
async function pages(limit: number): Promise<OwnMessage[]> {
  const all: OwnMessage[] = [];
  let before: string | undefined;
  do {
    const page = await read({ limit, ...(before === undefined ? {} : { before }) });
    all.push(...page.messages);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return all;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

describe('the message centre', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
    await server.feed.append('BTC/USDT', { price: '28000' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  it('reports filled orders with their average price, and no figure in a title', async () => {
    await server.fund(user, CURRENCY.USDT, '100000');
    const bought = await order({});
    const [message] = await messages();
    expect(message).toMatchObject({
      id: `order:${bought.id}`,
      category: 'fills',
      title: 'Buy order filled: BTC/USDT',
      link: '/pages/trade/index?symbol=BTC%2FUSDT',
      isRead: false,
    });
    expect(message?.text).toMatch(/^Bought 0\.5 BTC at 28,\d{3}(\.\d{1,2})? USDT on average\.$/);
    await order({ side: 'sell', quantity: decimal('0.4') });
    expect(await titles({ category: 'fills' })).toEqual(['Sell order filled: BTC/USDT', 'Buy order filled: BTC/USDT']);
    expect(await titles({ category: 'security' })).toEqual([]);
  });

  it('reports orders that the exchange cancelled, and not open ones or those that the user cancelled', async () => {
    await server.fund(user, CURRENCY.USDT, '100000');
    const price = decimal('20000');
    const waiting = await order({ orderType: 'limit', price });
    await server.call(cancelOrder, { id: (await order({ orderType: 'limit', price })).id }, { token: user.token });
    expect(await titles()).toEqual([]);
    await order({ orderType: 'limit', price, timeInForce: 'ioc' });
    expect(await messages()).toMatchObject([
      {
        title: 'Order cancelled: BTC/USDT',
        text: 'None of 0.5 BTC was filled. The rest could not be filled immediately.',
      },
    ]);
    expect(waiting.status).toBe('waiting');
  });

  it('reports reviewed deposits, withdrawals and identity checks, with reasons in the text alone', async () => {
    const rich = { ...(await openWithdrawer(server)) };
    user = rich;
    const proof = await givePicture(server, user);
    const [passed, rejected] = [await askDeposit(server, user, { proof }), await askDeposit(server, user, { proof })];
    await reviewDeposit(server, { id: passed.id, decision: 'approve' }, REVIEWER);
    clock.advance(1);
    await reviewDeposit(server, { id: rejected.id, decision: 'reject', reason: 'blurred, 13' }, REVIEWER);
    clock.advance(1);
    const paid = await askWithdrawal(server, rich);
    await reviewWithdrawal(server, { id: paid.id, decision: 'approve' }, REVIEWER);
    const listed = await messages({ category: 'deposits' });
    expect(listed).toMatchObject([
      {
        id: `deposit:${rejected.id}`,
        title: 'Deposit rejected',
        text: '1,000 USDT was not credited. Reason: blurred, 13',
      },
      {
        title: 'Deposit arrived',
        text: '1,000 USDT is in your spot account.',
        link: `/pages/assets/deposit/charge?id=${passed.id}`,
      },
    ]);
    expect(await messages({ category: 'withdrawals' })).toMatchObject([
      {
        title: 'Withdrawal approved, nothing paid out',
        text: expect.stringMatching(
          /, including a fee of [\d.]+ USDT\. This exchange is a sandbox: nothing was paid out\.$/,
        ),
      },
    ]);
    const someone = await server.registerUser();
    const identity = identityOf(server, someone);
    await identity.basic();
    await identity.reject('unreadable');
    const { messages: ofSomeone } = await read({}, 'en', someone);
    expect(ofSomeone).toMatchObject([{ title: 'Verification rejected', text: expect.stringContaining('unreadable') }]);
  });

  it('reports security events, by every call that causes them', async () => {
    const { token } = user;
    const password = 'another quiet harbour';
    const [fund, other] = [FUND_PASSWORD, '135791'];
    const proof = () => proofOf(server, user);
    await server.call(setFundPassword, { password: fund, passwordRepeat: fund, ...(await proof()) }, { token });
    await server.call(setFundPassword, { oldPassword: fund, password: other, passwordRepeat: other }, { token });
    await server.call(saveBankCard, { ...CARD, fundPassword: other, ...(await proof()) }, { token });
    await server.call(saveBankCard, { ...CARD, fundPassword: other, ...(await proof()) }, { token });
    await server.call(removeBankCard, { accountNumber: CARD.accountNumber }, { token });
    await server.call(removeWithdrawalAddress, { id: await giveAddress(server, user.id) }, { token });
    await endOthers();
    await server.call(changePassword, { oldPassword: TEST_PASSWORD, password, passwordRepeat: password }, { token });
    const events = await messages({ category: 'security' });
    expect(events.map(({ title }) => title).toSorted()).toEqual(
      [
        'Bank account added',
        'Bank account changed',
        'Bank account removed',
        'Fund password changed',
        'Fund password set',
        'Login password changed',
        'Other devices logged out',
        'Withdrawal address removed',
      ].toSorted(),
    );
    expect(events.find(({ title }) => title === 'Withdrawal address removed')?.text).toContain('USDT on TRC20');
  });

  it('reports a login from a new device, and neither a first login nor one from a known device', async () => {
    const logInWith = (userAgent: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
        payload: new URLSearchParams({ user_string: user.address, password: TEST_PASSWORD }).toString(),
      });
    expect(await titles()).toEqual([]);
    await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    expect(await titles()).toEqual([]);
    await logInWith(PIXEL);
    await logInWith(PIXEL.replace('Chrome/120', 'Chrome/133'));
    expect(await messages()).toMatchObject([
      { title: 'Login from a new device', text: expect.stringMatching(/^Chrome 120, Android 14, Pixel 7\. /) },
    ]);
  });

  it('has pages that neither repeat nor leave out, also for many events at one instant', async () => {
    const at = '2026-01-05T00:00:00.000Z';
    const rejected = { subject: 'identity', status: 'rejected', level: 'advanced', reason: null } as const;
    const laterBy = (seconds: number) => new Date(Date.parse(at) + 1000 * seconds).toISOString();
    for (let n = 1; n <= 7; n += 1) await happen({ subject: 'security', kind: 'password_changed', details: {} }, at);
    for (let n = 1; n <= 6; n += 1)
      await happen({ subject: 'chat', snippet: `answer ${n}`, isCut: false }, laterBy(n >> 1));
    for (let n = 1; n <= 3; n += 1) await happen(rejected, at);
    const whole = await messages({ limit: 50 });
    expect(whole).toHaveLength(16);
    expect(whole[0]).toMatchObject({ category: 'support', title: 'New answer from support', text: 'answer 6' });
    expect(new Set(whole.map(({ id }) => id)).size).toBe(16);
    for (const limit of [1, 3, 5]) expect(await pages(limit)).toEqual(whole);
    const times = whole.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each([
    'nonsense',
    '2026-02-31T00:00:00.000Z_1',
    // Old format of cursors.
    '2026-01-05T00:00:00.000Z_1_1',
    "2026-01-05T00:00:00.000Z_1'; drop table users",
  ])('refuses %j as the place of a page', async (before) => {
    await expect(read({ before })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('counts unread messages, 99 at most; reading never goes back, and not into the future', async () => {
    for (let n = 120; n > 0; n -= 1) {
      const at = new Date(clock.nowMs() - 60_000 * n).toISOString();
      await happen({ subject: 'security', kind: 'password_changed', details: {} }, at);
    }
    expect((await read()).unread).toBe(99);
    const [newest, second] = await messages();
    const until = (instant = '') => server.call(readMessages, { until: instant }, { token: user.token });
    expect(await until(second?.createdAt)).toEqual({ unread: 1 });
    expect((await messages({ limit: 3 })).map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect(await until('2020-01-01T00:00:00.000Z')).toEqual({ unread: 1 });
    expect(await until('2099-01-01T00:00:00.000Z')).toEqual({ unread: 0 });
    clock.advance(1000);
    await endOthers();
    expect(await read({ limit: 2 })).toMatchObject({
      unread: 1,
      messages: [{ isRead: false }, { id: newest?.id, isRead: true }],
    });
  });

  it('counts an answer of the chat as read once the chat is', async () => {
    const answer = { userId: user.id, text: 'We are looking into it.', pictureId: null };
    await server.db.transaction((tx) => answerUser(tx, server, answer));
    expect(await read()).toMatchObject({ unread: 1, messages: [{ isRead: false, link: '/pages/help-center/chat' }] });
    const { messages: chat } = await server.call(listChatMessages, {}, { token: user.token });
    for (const { id } of chat) await server.call(readChat, { until: id }, { token: user.token });
    expect(await read()).toMatchObject({ unread: 0, messages: [{ isRead: true }] });
  });

  it('is private to each user', async () => {
    await endOthers();
    user = await server.registerUser();
    expect(await read()).toEqual({ messages: [], next: null, unread: 0 });
  });

  it('states a hold on withdrawals where there is one, and not for the end of a closing account', async () => {
    const details = { until: '2026-12-07 00:00' };
    for (const kind of ['password_changed', 'account_closing'] as const)
      await happen({ subject: 'security', kind, details });
    const hold = 'Withdrawals are on hold until 2026-12-07 00:00 UTC.';
    expect((await messages()).map(({ text }) => text.includes(hold))).toEqual([false, true]);
  });

  it('has every text in eight languages, with every placeholder filled', async () => {
    const names = 'device channel chain currency target reason name left effective off works until end'.split(' ');
    const details = { ...Object.fromEntries(names.map((name) => [name, 'USDT'])), amount: '100' };
    for (const kind of SECURITY_EVENT_KINDS) await happen({ subject: 'security', kind, details });
    const english = await messages();
    for (const language of LANGUAGES) {
      for (const [index, { title, text }] of (await messages({}, language)).entries()) {
        expect(`${title} ${text}`).not.toMatch(/\{\{|–/);
        if (language !== 'en') expect(title).not.toBe(english[index]?.title);
      }
    }
  });

  it('publishes the unread count, also when another device reads', async () => {
    const socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token: user.token } });
    sockets.push(socket);
    const unread: number[] = [];
    const follower = follow(socket, rooms.account, (delivery) => {
      if (delivery.kind === 'snapshot') return;
      const event = z.decode(accountEvent, delivery.data as z.input<typeof accountEvent>);
      if (event.event === 'notice') unread.push(event.unread);
    });
    await vi.waitFor(() => expect(follower.answers).toEqual(['snapshot']));
    await endOthers();
    await vi.waitFor(() => expect(unread.at(-1)).toBe(1));
    const call = createHttpCaller(server.url);
    await call(readMessages, { until: new Date(clock.nowMs()).toISOString() }, user.token);
    await vi.waitFor(() => expect(unread.at(-1)).toBe(0));
  });
});
