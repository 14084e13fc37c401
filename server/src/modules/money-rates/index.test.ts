// Fiat value of a USDT: the last rate of the latest day up to now, with its operator, and refusal of typing errors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { decimal } from '@halyard/contract/money';
import { isRateOld } from '@halyard/contract/money-rates/rules';
import { openOffice, type Office } from '../../testing/operatorTool.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const rates = () => office.server.call(listMoneyRates, {});

test('there is no rate before an operator sets one', async () => {
  expect(await rates()).toEqual([]);
  expect((await office.tool('rates', 'list')).out).toBe('There are no rates: totals are shown in coins only.');
});

test('the last rate of the latest day counts, and each is in the audit log', async () => {
  const { tool } = office;
  await tool('rates', 'set', 'eur', '0.93', '--day', daysAgo(2));
  await tool('rates', 'set', 'EUR', '0.92', '--day', daysAgo(1));
  await tool('rates', 'set', 'EUR', '0.921', '--day', daysAgo(1));
  // A rate of an earlier day that is set later.
  await tool('rates', 'set', 'EUR', '0.95', '--day', daysAgo(3));
  await tool('rates', 'set', 'JPY', '149.5', '--day', daysAgo(9));
  expect(await rates()).toEqual([
    { currency: 'EUR', perUsdt: '0.921', day: daysAgo(1) },
    { currency: 'JPY', perUsdt: '149.5', day: daysAgo(9) },
  ]);
  const listed = await tool.json('rates', 'list');
  expect(listed).toMatchObject([
    { currency: 'JPY', counts: false },
    { perUsdt: '0.95', counts: false },
    { perUsdt: '0.921', counts: true, operator: 'olga' },
    { perUsdt: '0.92', counts: false },
    { perUsdt: '0.93', counts: false },
  ]);
  expect(await office.auditOf('rate:JPY')).toEqual([
    { operator: 'olga', action: 'rates.set', reason: `149.5 on ${daysAgo(9)}` },
  ]);
});

test.each([
  [['EURO', '1'], 2, 'currency must be a code of ISO 4217 like EUR, not «EURO»'],
  [['QQQ', '1'], 2, 'not «QQQ»'],
  [['USD', '0'], 2, 'per-usdt must be above 0'],
  [['USD', '0.123456789'], 2, 'with 8 places at most'],
  [['USD', '1', '--day', '2026-02-30'], 2, '--day must be a day that has come'],
  [['USD', '1', '--day', '2099-01-01'], 2, '--day must be a day that has come'],
  [['EUR', '9.21'], 1, 'is 0.921: say --sure yes if 9.21 is right'],
])('rates set %j is refused', async (words, exitCode, message) => {
  expect(await office.tool('rates', 'set', ...words)).toMatchObject({
    exitCode,
    err: expect.stringContaining(message),
  });
});

test('a large change of the rate needs a confirmation', async () => {
  await office.tool('rates', 'set', 'EUR', '9.21', '--sure', 'yes');
  expect(await rates()).toContainEqual({ currency: 'EUR', perUsdt: decimal('9.21'), day: daysAgo(0) });
});

test('a rate is used for the seven days after its own', () => {
  const at = (text: string) => Date.parse(text);
  expect(isRateOld({ day: '2026-11-01' }, at('2026-11-08T23:59:59.999Z'))).toBe(false);
  expect(isRateOld({ day: '2026-11-01' }, at('2026-11-09T00:00:00.000Z'))).toBe(true);
});
