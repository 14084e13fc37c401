// Outside the sandbox capital comes in by payments and leaves by announced takes, which leave what users may need.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getFairnessSummary } from '@halyard/contract/transparency/figureCalls';
import { decimal, negate, ZERO } from '@halyard/contract/money';
import { postEntries, readBalance, type HouseAccount } from '../ledger/ledger.ts';
import { HOUSE_NEEDS } from '../modules/all.ts';
import { publishFirstTerms as publishFirstRates } from '../modules/referral/versions.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { publishTestOffering } from '../testing/offeringDesk.ts';
import { openOffice, type Office } from '../testing/operatorTool.ts';
import { createTakeJob } from './houseTakes.ts';

const { USDT } = CURRENCY;
let office: Office;
beforeAll(async () => {
  office = await openOffice({ isSandbox: false });
});
afterAll(() => office.close());

const fund = (account: string, currency: string, amount: string, payment: string) =>
  office.tool('house', 'fund', account, currency, '--amount', amount, '--payment', payment);
const take = (account: string, amount: string) => office.tool('house', 'take', account, 'USDT', '--amount', amount);
const balanceOf = (house: HouseAccount, currencyId = USDT) => readBalance(office.server.db, { house, currencyId });

/** A product holds capital for its users. */
const hold = (house: HouseAccount, amount: string) =>
  office.server.db.transaction((tx) =>
    postEntries(tx, [
      {
        kind: 'option_open',
        reference: 'option:0',
        postings: [{ account: { house, currencyId: USDT }, available: negate(decimal(amount)), held: decimal(amount) }],
      },
    ]),
  );

/** The take when its notice has ended. */
const leave = (id: number) =>
  office.server.db.transaction((tx) =>
    createTakeJob(office.server, HOUSE_NEEDS).run(tx, { key: String(id), payload: {}, failures: 0 }),
  );
const taken = async (id: number) => {
  const { takes } = (await office.tool.json('house', 'show')) as { takes: { id: number; taken: string | null }[] };
  return takes.find((one) => one.id === id)?.taken;
};

it('a payment is booked once into an account, in a currency that its product uses', async () => {
  expect(await fund('options', 'usdt', '1000', 'Sepa 77')).toMatchObject({ exitCode: 0 });
  expect(await fund('options', 'USDT', '1000', 'SEPA  77')).toMatchObject({ exitCode: 1 });
  expect(await fund('insurance', 'USDT', '200', 'SEPA 77')).toMatchObject({ exitCode: 0 });
  expect(await fund('options', 'BTC', '1', 'SEPA 78')).toMatchObject({ exitCode: 1 });
  expect(await fund('subscription', 'USDT', '1', 'SEPA 78')).toMatchObject({ exitCode: 2 });
  expect(await fund('fees', 'USDT', '1', 'SEPA 78')).toMatchObject({ exitCode: 2 });
  expect([await balanceOf('options'), await balanceOf('insurance')]).toEqual([
    { available: '1000', held: '0' },
    { available: '200', held: '0' },
  ]);
  expect(await balanceOf('outside')).toMatchObject({ available: '-1200' });
  expect(await office.auditOf('house:options')).toEqual([
    { operator: 'olga', action: 'house.fund', reason: '1000 USDT, payment SEPA 77' },
  ]);
});

it('capital leaves a day after its notice, without what open options need by then', async () => {
  // Beside 300 that may be won the published limit, half of the capital, asks for 300.
  await hold('options', '300');
  expect(await take('options', '401')).toMatchObject({ exitCode: 1, err: expect.stringContaining('400 USDT') });
  const { id, dueAt } = (await office.tool.json('house', 'take', 'options', 'USDT', '--amount', '350')) as {
    id: number;
    dueAt: string;
  };
  expect(await take('options', '51')).toMatchObject({ exitCode: 1 });
  const { takes } = await office.server.call(getFairnessSummary, {});
  expect(takes).toEqual([{ account: 'options', currency: 'USDT', amount: '350', dueAt }]);
  expect(Date.parse(dueAt)).toBeGreaterThan(office.server.clock.nowMs() + 86_000_000);
  expect(await balanceOf('options')).toEqual({ available: '700', held: '300' });
  await hold('options', '100');
  await leave(id);
  expect(await balanceOf('options')).toEqual({ available: '400', held: '400' });
  await leave(id);
  expect([await taken(id), (await balanceOf('options')).available]).toEqual(['200', '400']);
  expect((await office.server.call(getFairnessSummary, {})).takes).toEqual([]);
});

it('nothing leaves by a cancelled take, or when all is needed by then', async () => {
  const json = async (amount: string) =>
    ((await office.tool.json('house', 'take', 'insurance', 'USDT', '--amount', amount)) as { id: number }).id;
  const [cancelled, needed] = [await json('100'), await json('100')];
  expect(await office.tool('house', 'cancel', String(cancelled))).toMatchObject({ exitCode: 0 });
  expect(await office.tool('house', 'cancel', String(cancelled))).toMatchObject({ exitCode: 1 });
  expect(await fund('contracts', 'USDT', '1000', 'SEPA 79')).toMatchObject({ exitCode: 0 });
  await hold('contracts', '500');
  for (const id of [cancelled, needed]) await leave(id);
  expect([await taken(cancelled), await taken(needed)]).toEqual(['0', '0']);
  expect(await balanceOf('insurance')).toEqual({ available: '200', held: '0' });
});

it('coins that an offer promises stay', async () => {
  const { db, clock } = office.server;
  await publishTestOffering(db, clock.nowMs());
  const refused = await office.tool('house', 'take', 'subscription', 'NOVA', '--amount', '1');
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('0 NOVA can be taken') });
});

it('fees leave at once, but for those that inviters still get a part of', async () => {
  const { db, clock } = office.server;
  const fee = (amount: string) =>
    db.transaction((tx) =>
      postEntries(tx, [
        {
          kind: 'spot_fill',
          reference: 'fill:0',
          postings: [
            { account: { house: 'outside', currencyId: USDT }, available: negate(decimal(amount)), held: ZERO },
            { account: { house: 'fees', currencyId: USDT }, available: decimal(amount), held: ZERO },
          ],
        },
      ]),
    );
  await fee('30');
  expect(await take('fees', '10')).toMatchObject({ exitCode: 0 });
  await vi.waitFor(async () => expect((await balanceOf('fees')).available).toBe('20'));
  await publishFirstRates(db, clock);
  expect(await take('fees', '1')).toMatchObject({ exitCode: 1, err: expect.stringContaining('0 USDT') });
});
