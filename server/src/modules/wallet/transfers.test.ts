// A transfer moves its amount between two accounts of one user, once, and never overdraws: through the real app, with
// many in parallel, on both databases.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId } from '@halyard/contract/ids';
import {
  listTransfers,
  listTransferSides,
  transferFunds,
  TRANSFERS_CSV_COLUMNS,
  TRANSFERS_CSV_PATH,
  type Transfer,
} from '@halyard/contract/wallet/transferCalls';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { LANGUAGES } from '@halyard/contract/languages';
import { add, decimal, isNegative } from '@halyard/contract/money';
import type { ExchangeEvent } from '../../events/events.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const { BTC, USDT } = CURRENCY;
const AT_ONCE = 64;
const REPEATS = 100;

type Fields = Omit<Partial<RequestOf<typeof transferFunds>>, 'amount'> & { amount?: string };

describe.each(await testEnginesByNight())('transfers on %s', (engine) => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
    await server.fund(user, USDT, '100');
  });

  const as = () => ({ token: user.token });
  const ask = ({ amount = '1', ...fields }: Fields = {}, token = user.token) =>
    server.call(
      transferFunds,
      {
        currencyId: USDT,
        from: 'spot',
        to: 'futures',
        amount: decimal(amount),
        clientRequestId: randomUUID(),
        ...fields,
      },
      { token },
    );
  const available = async (kind: AccountKind, currencyId: CurrencyId = USDT) =>
    (await readBalance(server.db, accountOf(user.id, currencyId, kind))).available;
  const list = (request: RequestOf<typeof listTransfers> = {}) => server.call(listTransfers, request, as());

  it('go between any two accounts, immediately and to the last digit, and are published', async () => {
    const seen: ExchangeEvent[] = [];
    const unsubscribe = server.events.subscribe((event) => seen.push(event));
    const route = ['spot', 'futures', 'trust', 'option', 'spot', 'trust'] as const;
    for (const [index, from] of route.entries()) {
      const to = route[index + 1];
      if (to === undefined) break;
      const made = (await ask({ from, to, amount: '12.34567891' })) as Transfer;
      expect(made).toMatchObject({ currencyId: USDT, currency: 'USDT', from, to, amount: '12.34567891' });
      expect(seen).toEqual([
        {
          type: 'balances-changed',
          userId: user.id,
          balances: [
            { kind: from, currencyId: USDT },
            { kind: to, currencyId: USDT },
          ],
        },
      ]);
      seen.length = 0;
    }
    unsubscribe();
    expect(await Promise.all(ACCOUNT_KINDS.map((kind) => available(kind)))).toEqual([
      '87.65432109',
      '0',
      '0',
      '12.34567891',
    ]);
    expect(await checkBooks(server.db)).toEqual([]);
  });

  it('answer with a text for legacy clients, in the language of the request, when they have no id', async () => {
    const texts = new Set<unknown>();
    for (const language of LANGUAGES) {
      const request = { currencyId: USDT, from: 'spot', to: 'option', amount: decimal('1') } as const;
      texts.add(await server.call(transferFunds, request, { token: user.token, language }));
    }
    expect(texts).toContain('Transfer succeeded.');
    expect(texts.size).toBe(LANGUAGES.length);
    expect(await available('option')).toBe('8');
  });

  it('are refused with a code, and move nothing', async () => {
    const refusals: [Fields, string][] = [
      [{ currencyId: 9998 as CurrencyId }, 'CURRENCY_NOT_FOUND'],
      [{ from: 'legal' }, 'ACCOUNT_KIND_INVALID'],
      [{ to: 'legal' }, 'ACCOUNT_KIND_INVALID'],
      // Coins have no futures account.
      [{ currencyId: BTC }, 'ACCOUNT_KIND_INVALID'],
      [{ to: 'spot' }, 'TRANSFER_SAME_ACCOUNT'],
      [{ amount: '0' }, 'AMOUNT_REQUIRED'],
      [{ amount: '-1' }, 'AMOUNT_REQUIRED'],
      [{ amount: '0.000000001' }, 'AMOUNT_PRECISION'],
      [{ amount: '100.00000001' }, 'INSUFFICIENT_BALANCE'],
      [{ from: 'trust', amount: '0.00000001' }, 'INSUFFICIENT_BALANCE'],
    ];
    for (const [fields, code] of refusals) await expect(ask(fields), code).rejects.toMatchObject({ code });
    const empty = { currencyId: USDT, from: 'spot', to: 'futures' } as const;
    await expect(server.call(transferFunds, empty, as())).rejects.toMatchObject({ code: 'AMOUNT_REQUIRED' });
    await expect(server.call(transferFunds, empty)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect((await list()).total).toBe(0);
    expect(await available('spot')).toBe('100');
  });

  it(`never overdraw, ${AT_ONCE} in parallel from the same balance`, async () => {
    // 64 times 3 is more than the balance: 33 fit.
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) =>
        ask({ amount: '3', to: (['futures', 'option', 'trust'] as const)[index % 3] ?? 'trust' }),
      ),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refusals).toHaveLength(AT_ONCE - 33);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    const balances = await Promise.all(ACCOUNT_KINDS.map((kind) => available(kind)));
    expect(balances[0]).toBe('1');
    expect(balances.filter(isNegative)).toEqual([]);
    expect(add(...balances)).toBe('100');
    expect((await list()).total).toBe(33);
    expect(await checkBooks(server.db)).toEqual([]);
  });

  it('go in circles in parallel without a deadlock, and keep the sum', async () => {
    for (const [index, kind] of ACCOUNT_KINDS.entries()) {
      if (index > 0) await ask({ to: kind, amount: '25' });
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const from = ACCOUNT_KINDS[index % 4];
        const to = ACCOUNT_KINDS[(index + 1 + (index % 3)) % 4];
        if (from === undefined || to === undefined) throw new Error('no account');
        return ask({ from, to, amount: '0.5' });
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    const balances = await Promise.all(ACCOUNT_KINDS.map((kind) => available(kind)));
    expect(add(...balances)).toBe('100');
    expect(await checkBooks(server.db)).toEqual([]);
  });

  it(`have one effect when the same request comes ${REPEATS} times, and refuse another body`, async () => {
    const clientRequestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => ask({ clientRequestId, amount: '2' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await available('spot')).toBe('98');
    await expect(ask({ clientRequestId, amount: '3' })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    await expect(ask({ clientRequestId, amount: '2', to: 'trust' })).rejects.toMatchObject({
      code: 'REQUEST_ID_REUSED',
    });
    expect(await list({ clientRequestId })).toMatchObject({ rows: [answers[0]], total: 1 });
  });

  it('fail alone when the database refuses one', async () => {
    await server.db.execute(sql`alter table transfers add constraint no_666 check (amount <> 0.666)`);
    const amounts = ['1', '2', '0.666', '3', '0.666', '4'];
    const outcomes = await Promise.allSettled(amounts.map((amount) => ask({ amount })));
    await server.db.execute(sql`alter table transfers drop constraint no_666`);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined))).toEqual(
      amounts.map((amount) => (amount === '0.666' ? expect.objectContaining({ code: 'INTERNAL' }) : undefined)),
    );
    expect(await available('spot')).toBe('90');
    expect(await checkBooks(server.db)).toEqual([]);
  });

  it('are found by the id of the request by their owner alone', async () => {
    const clientRequestId = randomUUID();
    const made = await ask({ clientRequestId });
    expect((await list({ clientRequestId })).rows).toEqual([made]);
    expect((await list({ clientRequestId: randomUUID() })).rows).toEqual([]);
    user = await server.registerUser();
    expect(await list({ clientRequestId })).toMatchObject({ rows: [], total: 0 });
    expect((await server.call(listTransferSides, {}, as())).total).toBe(0);
  });

  it('are listed newest first in pages, and for legacy clients as two rows each', async () => {
    const made: Transfer[] = [];
    for (const amount of ['1', '2', '3']) made.unshift((await ask({ amount })) as Transfer);
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ rows: made.slice(0, 2), page: 1, limit: 2, total: 3 });
    expect(first.nextPageUrl).not.toBeNull();
    expect(await list({ limit: 2, page: 2 })).toMatchObject({ rows: made.slice(2), page: 2, nextPageUrl: null });

    const sides = await server.call(listTransferSides, { limit: 3 }, as());
    expect(sides.total).toBe(6);
    expect(sides.rows.map(({ value, type, info, transfer }) => [value, type, info, transfer?.id])).toEqual([
      ['3', 16, 'Transfer from spot account', made[0]?.id],
      ['-3', 11, 'Transfer to futures account', made[0]?.id],
      ['2', 16, 'Transfer from spot account', made[1]?.id],
    ]);
    const all = [...sides.rows, ...(await server.call(listTransferSides, { limit: 3, page: 2 }, as())).rows];
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
    expect(add(...all.map(({ value }) => value))).toBe('0');
  });

  it('are listed and saved by account, coin and day', async () => {
    const toFutures = (await ask()) as Transfer;
    const back = (await ask({ from: 'futures', to: 'spot' })) as Transfer;
    const toTrust = (await ask({ to: 'trust' })) as Transfer;
    // A transfer of before the futures account had its name.
    await server.db.execute(sql`update transfers set from_kind = 'contract' where id = ${back.id}`);
    const today = toFutures.at.slice(0, 10);
    const cases: [RequestOf<typeof listTransfers>, Transfer[]][] = [
      [{ from: today, to: today, currencyId: USDT }, [toTrust, back, toFutures]],
      [{ fromAccount: 'spot' }, [toTrust, toFutures]],
      [{ fromAccount: 'futures' }, [back]],
      [{ fromAccount: 'spot', toAccount: 'trust' }, [toTrust]],
      [{ currencyId: BTC }, []],
      [{ to: '2020-01-01' }, []],
    ];
    for (const [filter, found] of cases) {
      expect(await list(filter)).toMatchObject({ rows: found, total: found.length });
      const sides = await server.call(listTransferSides, filter, as());
      expect(sides.rows.map(({ transfer }) => transfer)).toEqual(found.flatMap((one) => [one, one]).slice(0, 5));
    }
    const ofNoDay = { from: '2026-02-02', to: '2026-02-01' };
    await expect(list(ofNoDay)).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    const file = await server.app.inject({
      url: `/api/${TRANSFERS_CSV_PATH}?from_field=lever`,
      headers: { authorization: user.token },
    });
    expect(file.body).toBe(`${TRANSFERS_CSV_COLUMNS.join(',')}\r\n${back.at},contract,spot,1,USDT,${back.id}\r\n`);
  });
});
