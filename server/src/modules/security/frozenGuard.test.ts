// Refusals of a freeze beside trading: no new withdrawal target is added, and requests from before are still answered,
// also when they carry their step-up again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeAccount } from '@halyard/contract/security/freezeCalls';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { acceptConvert } from '@halyard/contract/convert/calls';
import { createPlan, setPlan } from '@halyard/contract/convert/planCalls';
import { openPosition, reversePosition } from '@halyard/contract/futures/calls';
import { subscribe } from '@halyard/contract/launchpad/calls';
import { buyOption } from '@halyard/contract/options/calls';
import { placeEntry, placeOco, placeOrder, replaceOrder } from '@halyard/contract/spot/calls';
import { buyTrust, setRenewal } from '@halyard/contract/trust/calls';
import { addWithdrawalAddress, withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { ADDRESS, CARD, CHANNEL, dropStepUp, FUND_PASSWORD, openWithdrawer, proofOf } from '../../testing/funding.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { MODULES } from '../all.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('refuses a new target to a frozen account, and repeats the answer to an earlier request', async () => {
  const owner = await openWithdrawer(server);
  const { token, addressId } = owner;
  await dropStepUp(server, owner.id);
  const proof = await proofOf(server, owner);
  const { USDT: channelId } = CHANNEL;
  const request = { channelId, addressId, amount: decimal('100'), clientRequestId: randomUUID() };
  const ask = () => server.call(withdraw, { ...request, ...proof, fundPassword: FUND_PASSWORD }, { token });
  const first = await ask();
  await server.call(freezeAccount, {}, { token });
  expect(await ask()).toEqual(first);

  const address = { channelId: CHANNEL.ETH, address: ADDRESS.ERC20, fundPassword: FUND_PASSWORD };
  await expect(server.call(addWithdrawalAddress, address, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
  const card = { ...CARD, fundPassword: FUND_PASSWORD };
  await expect(server.call(saveBankCard, card, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
});

test('covers every call that enlarges, pays out or adds a target', () => {
  const refused = MODULES.flatMap(({ refusedWhenFrozen = [] }) => refusedWhenFrozen.map(({ call }) => call.name));
  expect(refused.toSorted()).toEqual(
    [
      placeOrder,
      replaceOrder,
      placeOco,
      placeEntry,
      acceptConvert,
      createPlan,
      setPlan,
      buyOption,
      openPosition,
      reversePosition,
      buyTrust,
      setRenewal,
      subscribe,
      withdraw,
      addWithdrawalAddress,
      saveBankCard,
    ]
      .map(({ name }) => name)
      .toSorted(),
  );
});
