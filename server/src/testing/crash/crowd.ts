/** Users of an exchange process with events: each event is one message and one push. */
import { randomUUID } from 'node:crypto';
import type { CurrencyId } from '@halyard/contract/ids';
import {
  listMessages,
  MESSAGE_CATEGORIES,
  subscribePush,
  type OwnMessage,
} from '@halyard/contract/notifications/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import type { TestBrowser, TestPushService } from '@halyard/contract/testing/pushService';
import { CURRENCY } from '../ledgerFixtures.ts';
import { createMembers } from '../members.ts';
import { createTool, type Tool } from '../operatorTool.ts';
import { TEST_PASSWORD } from '../testServer.ts';

/** A user with pushes, and parts of the message texts for the events that the exchange acknowledged. */
export type NotifiedUser = {
  readonly userId: number;
  readonly browser: TestBrowser;
  readonly acknowledged: string[];
  /**
   * Causes one event of each kind in parallel, on the exchange at `url`; resolves when all have succeeded or failed.
   * `onAnswer` is called with each answer.
   */
  happen(url: string, onAnswer: () => void): Promise<void>;
  /** The user's messages and the unread count, from the exchange at `url`. */
  read(url: string): Promise<{ readonly messages: readonly OwnMessage[]; readonly unread: number }>;
};

type Place = {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly service: TestPushService;
};

/** Makes a user for whom events can be caused `times` times. */
export async function openNotified({ url, env, service }: Place, times: number): Promise<NotifiedUser> {
  const members = createMembers(url);
  const member = await members.join();
  const { token, address } = member;
  const deposits = await members.payIn(member, times);
  const call = createHttpCaller(url);
  const { id: userId } = await call(getUser, {}, token);
  const browser = service.openBrowser();
  await call(subscribePush, { ...browser.subscription, categories: [...MESSAGE_CATEGORIES] }, token);
  const tool = createTool(env);
  const acknowledged: string[] = [];
  let turn = 0;
  return {
    userId,
    browser,
    acknowledged,
    async happen(at, onAnswer) {
      turn += 1;
      const note = (text: string) => {
        acknowledged.push(text);
        onAnswer();
      };
      const deposit = deposits[turn - 1] ?? 0;
      await Promise.allSettled([
        buy(at, token).then((id) => note(`order:${id} `)),
        operate(tool, 'deposits', 'approve', `${deposit}`).then(() => note(`deposit:${deposit} `)),
        operate(tool, 'chat', 'answer', `${userId}`, '--text', `Answer ${turn}.`).then(() => note(`Answer ${turn}.`)),
        logInWith(at, address, `Phone ${turn}`).then(() => note(`Phone ${turn}. `)),
      ]);
    },
    read: (at) => createHttpCaller(at)(listMessages, { limit: 50 }, token),
  };
}

async function buy(url: string, token: string): Promise<number> {
  const pair = { baseId: CURRENCY.BTC as CurrencyId, quoteId: CURRENCY.USDT as CurrencyId };
  const request = { ...pair, side: 'buy', orderType: 'market', quantity: decimal('0.001') } as const;
  const order = await createHttpCaller(url)(placeOrder, { ...request, clientRequestId: randomUUID() }, token);
  return order.id;
}

async function operate(tool: Tool, ...words: readonly string[]): Promise<void> {
  const { exitCode, err } = await tool(...words);
  if (exitCode !== 0) throw new Error(err);
}

async function logInWith(url: string, address: string, device: string): Promise<void> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: {
      'user-agent': `Mozilla/5.0 (Linux; Android 14; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36`,
    },
    body: new URLSearchParams({ user_string: address, password: TEST_PASSWORD }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
