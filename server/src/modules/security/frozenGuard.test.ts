// What a freeze refuses beside trading: no new way out is added meanwhile, and what was done before is still answered,
// also to who sends his proof along again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeAccount } from '@halyard/contract/security/freezeCalls';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { addWithdrawalAddress, withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { ADDRESS, CARD, CHANNEL, dropStepUp, FUND_PASSWORD, openWithdrawer, proofOf } from '../../testing/funding.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a frozen account gets no new target, and the answer to what it asked for before', async () => {
  const owner = await openWithdrawer(server);
  const { token, addressId } = owner;
  await dropStepUp(server, owner.id);
  const proof = await proofOf(server, owner);
  const { USDT: channelId } = CHANNEL;
  const wish = { channelId, addressId, amount: decimal('100'), clientRequestId: randomUUID() };
  const ask = () => server.call(withdraw, { ...wish, ...proof, fundPassword: FUND_PASSWORD }, { token });
  const first = await ask();
  await server.call(freezeAccount, {}, { token });
  expect(await ask()).toEqual(first);

  const address = { channelId: CHANNEL.ETH, address: ADDRESS.ERC20, fundPassword: FUND_PASSWORD };
  await expect(server.call(addWithdrawalAddress, address, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
  const card = { ...CARD, fundPassword: FUND_PASSWORD };
  await expect(server.call(saveBankCard, card, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
});
