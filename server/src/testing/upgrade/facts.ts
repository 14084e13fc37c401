/** Everything that users see of their own data, for a comparison before and after an upgrade. */
import type { Call, RequestOf } from '@halyard/contract/call';
import { listChatMessages } from '@halyard/contract/chat/calls';
import { listPositions } from '@halyard/contract/futures/calls';
import { listDeposits } from '@halyard/contract/deposits/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { listMessages } from '@halyard/contract/notifications/calls';
import { listOptions } from '@halyard/contract/options/calls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { listTransfers } from '@halyard/contract/wallet/transferCalls';
import { listFills, listOrders } from '@halyard/contract/spot/calls';
import { listTrustOrders } from '@halyard/contract/trust/calls';
import { getUser } from '@halyard/contract/user/calls';
import { ACCOUNT_KINDS, getWallet } from '@halyard/contract/wallet/calls';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import type { HttpCaller } from '@halyard/contract/testing/httpCaller';

/** Everything that ends by itself or changes with the price is left out, as JSON has it. */
export async function readFacts(call: HttpCaller, token: string): Promise<unknown> {
  const read = async <C extends Call>(of: C, request: RequestOf<C>) => call(of, request, token);
  const page = { limit: 100 };
  const wallet = await read(getWallet, {});
  const facts = {
    user: await read(getUser, {}),
    identity: await read(getIdentity, {}),
    balances: ACCOUNT_KINDS.map((kind) => {
      const balances = wallet[kind]?.balances ?? [];
      return balances.map(({ currencyId, available, held }) => [kind, currencyId, available, held]);
    }),
    orders: await read(listOrders, page),
    fills: await read(listFills, page),
    entries: (await read(listEntries, page)).rows.map(({ id, value, before, after, kind, account, reference, at }) => {
      return { id, value, before, after, kind, account, reference, at };
    }),
    deposits: (await read(listDeposits, page)).rows,
    withdrawals: (await read(listWithdrawals, page)).rows,
    transfers: await read(listTransfers, page),
    options: await read(listOptions, page),
    positions: await read(listPositions, page),
    trustOrders: await read(listTrustOrders, page),
    chat: await read(listChatMessages, {}),
    messages: await read(listMessages, { limit: 50 }).then((answer) => ({
      ...answer,
      // Each version words messages in its own way.
      messages: answer.messages.map(({ title: _title, text: _text, ...message }) => message),
    })),
  };
  return JSON.parse(JSON.stringify(facts)) as unknown;
}
