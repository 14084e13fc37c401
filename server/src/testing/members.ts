/** Users of an exchange that runs as a process: everything goes over HTTP. */
import { randomInt, randomUUID } from 'node:crypto';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { submitBasicIdentity } from '@halyard/contract/identity/calls';
import { fundAccount, readOutbox } from '@halyard/contract/sandbox/calls';
import { sendOwnCode, setFundPassword } from '@halyard/contract/security/calls';
import { logIn, registerUser, sendMailCode } from '@halyard/contract/user/calls';
import { withdraw } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { CARD, CHANNEL, FUND_PASSWORD } from './funding.ts';
import { CURRENCY } from './ledgerFixtures.ts';
import { TEST_PASSWORD } from './testServer.ts';
import { givePicture } from './uploads.ts';

/** A registered user with 1,000 USDT of test funds. */
export type Member = { readonly address: string; readonly token: string };

export type Members = ReturnType<typeof createMembers>;

/** Users of the sandbox at a URL. */
export function createMembers(url: string) {
  const call = createHttpCaller(url);

  async function newestCode(address: string): Promise<string> {
    const codes = (await call(readOutbox, { address })).map(({ text }) => /\d{6}/.exec(text)?.[0]);
    return codes.find((code) => code !== undefined) ?? '';
  }

  async function proofOf({ address, token }: Member) {
    // A version that needs no code here sends one a minute.
    await call(sendOwnCode, {}, token).catch(() => undefined);
    return { loginPassword: TEST_PASSWORD, code: await newestCode(address) };
  }

  return {
    /** Registers; the basic identity check waits for its review. */
    async join(): Promise<Member> {
      const address = `${randomUUID()}@example.com`;
      await call(sendMailCode, { address, purpose: 'register' });
      const code = await newestCode(address);
      const [password, passwordRepeat] = [TEST_PASSWORD, TEST_PASSWORD];
      await call(registerUser, { kind: 'email', address, code, password, passwordRepeat });
      const token = await call(logIn, { address, password });
      const idNumber = `X${randomInt(1e9, 9e9)}4`;
      const fields = { name: 'Ann Trader', country: 'DE', address: '1 Harbour Road, Hamburg' };
      await call(submitBasicIdentity, { ...fields, idNumber }, token);
      await call(fundAccount, { currencyId: CURRENCY.USDT, account: 'spot', amount: decimal('1000') }, token);
      return { address, token };
    },

    /** Declares deposits of 100 USDT by bank; resolves to their ids. */
    async payIn(member: Member, count: number): Promise<number[]> {
      const ids: number[] = [];
      for (let left = count; left > 0; left -= 1) {
        const proof = await givePicture({ url }, member);
        const request = { channelId: CHANNEL.BANK, amount: decimal('100'), proof, clientRequestId: randomUUID() };
        const answer = await call(declareDeposit, request, member.token);
        if (typeof answer === 'string') throw new Error(`a text and no deposit: ${answer}`);
        ids.push(answer.id);
      }
      return ids;
    },

    /** Requests withdrawals of 100 USDT to the bank card, which needs a verified user; resolves to their ids. */
    async payOut(member: Member, count: number): Promise<number[]> {
      const { token } = member;
      const [password, passwordRepeat] = [FUND_PASSWORD, FUND_PASSWORD];
      await call(setFundPassword, { password, passwordRepeat, ...(await proofOf(member)) }, token);
      await call(saveBankCard, { ...CARD, fundPassword: FUND_PASSWORD, ...(await proofOf(member)) }, token);
      const ids: number[] = [];
      for (let left = count; left > 0; left -= 1) {
        const request = { channelId: CHANNEL.BANK, amount: decimal('100'), fundPassword: FUND_PASSWORD };
        const answer = await call(withdraw, { ...request, clientRequestId: randomUUID() }, token);
        if (typeof answer === 'string') throw new Error(`a text and no withdrawal: ${answer}`);
        ids.push(answer.id);
      }
      return ids;
    },
  };
}
