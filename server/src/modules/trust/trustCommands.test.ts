// Operator commands for trust products: read terms, add a version that is checked, audited and never changed, and close
// a product for purchases while its orders continue.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buyTrust, listTrustOrders, listTrustProducts } from '@halyard/contract/trust/calls';
import { decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';

type TermsFile = { products: Record<string, unknown>[] };

const NOW = Date.parse('2026-03-05T10:00:00.000Z');
const clock = createTestClock(NOW);
let office: Office;
let terms: TermsFile;
beforeAll(async () => {
  office = await openOffice({ clock });
  await mkdir(office.server.dataDir, { recursive: true });
  terms = (await office.tool.json('trust', 'terms')) as TermsFile;
});
afterAll(() => office.close());

/** Terms whose first product is changed, as a file; returns its path. */
function fileWith(change: object): string {
  const path = join(office.server.dataDir, 'terms.json');
  const [first, ...others] = terms.products;
  writeFileSync(path, JSON.stringify({ products: [{ ...first, ...change }, ...others] }));
  return path;
}
const publish = (file: string, start = 'now') => office.tool('trust', 'publish', '--file', file, '--start', start);
const offered = async () => {
  const products = await office.server.call(listTrustProducts, {});
  return products.map(({ id, rate }) => `${id}: ${rate} %`);
};

describe('a version of terms', () => {
  it('applies from its start, with the figures of the file, and is audited', async () => {
    expect(terms.products[0]).toEqual({
      product: 1,
      currency: 'USDT',
      day: 7,
      interest_rate: '0.07',
      save_min: '100',
      save_max: '50000',
      capacity: '5000000',
      penalty_rule: 'days_of_interest',
      penalty_value: '1.5',
    });
    const start = new Date(NOW + 60_000).toISOString();
    expect((await publish(fileWith({ interest_rate: '3.5' }), start)).exitCode).toBe(0);
    expect((await offered())[0]).toBe('1: 0.07 %');
    clock.advance(60_000);
    expect((await offered())[0]).toBe('1: 3.5 %');
    expect(await office.auditOf('trust-terms:2')).toEqual([
      { operator: 'olga', action: 'trust.publish', reason: `from ${start}` },
    ]);
    expect(await office.tool.json('trust', 'terms', '--version', '1')).toEqual(terms);
    expect((await office.tool('trust', 'list')).out).toMatch(/2 +in force .*1: USDT 7 d 3\.5 %/);
    await expect(office.server.db.execute(sql`update trust_versions set terms = '{}'`)).rejects.toThrow();
  });

  it.each<readonly [string, object, RegExp]>([
    ['a product twice', { product: 2 }, /2 is there twice/],
    ['a number that is none', { product: 0 }, /numbers go from 1/],
    ['no days', { day: 0 }, /day must be from 1 to 3650/],
    ['too many days', { day: 3651 }, /day must be from 1 to 3650/],
    ['no interest', { interest_rate: '0' }, /interest_rate must be above 0/],
    ['interest of more than everything', { interest_rate: '100.0001' }, /interest_rate must be above 0/],
    ['a rate that is too fine', { interest_rate: '2.80001' }, /at most 4 digits/],
    ['a range upside down', { save_min: '50001' }, /no range of amounts/],
    ['less capacity than one may put in', { capacity: '49999' }, /no range of amounts/],
    ['days that pay nothing', { save_min: '0.00000001' }, /the interest of a day on save_min/],
    ['a penalty below nothing', { penalty_value: '-1' }, /penalty_value must be 0 or more/],
    ['ratios of more than the principal', { penalty_rule: 'ratio_remaining', penalty_value: '14.2858' }, /principal/],
    ['days of interest of more than it', { penalty_value: '10000.0001' }, /more than the principal/],
    ['an unknown currency', { currency: 'ABC' }, /no «ABC»/],
    ['a field that is none', { rate: '1' }, /there is no field rate/],
    ['a rule that is none', { penalty_rule: 'none' }, /penalty_rule/],
  ])('is refused with %s', async (_name, change, message) => {
    const before = await office.tool.json('trust', 'list');
    const { exitCode, err } = await publish(fileWith(change));
    expect(exitCode).toBe(1);
    expect(err).toMatch(message);
    expect(await office.tool.json('trust', 'list')).toEqual(before);
  });

  it('may charge the whole principal as a penalty on the first day, and no more', async () => {
    const whole = { day: 8, penalty_rule: 'ratio_remaining', penalty_value: '12.5', product: 77 };
    expect((await publish(fileWith(whole))).exitCode).toBe(0);
    expect(await offered()).toContain('77: 0.07 %');
    expect((await publish(fileWith({}))).exitCode).toBe(0);
  });
});

describe('closing a product', () => {
  const close = (product: string, ...more: readonly string[]) => office.tool('trust', 'close', product, ...more);
  const why = ['--reason', 'It is too dear.'] as const;

  it('ends purchases for ever, while its orders continue as bought', async () => {
    const { server } = office;
    const user = await server.registerUser();
    await server.fund(user, CURRENCY.USDT, '1000', 'trust');
    const buy = (product: number) =>
      server.call(buyTrust, { product, amount: decimal('100'), clientRequestId: randomUUID() }, user);
    await buy(1);
    expect((await close('1', ...why)).out).toContain('2026-03-05 10:01:00');
    await expect(buy(1)).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    expect((await offered()).map((line) => line.split(':', 1)[0])).toEqual(['2', '3', '4', '5']);
    expect(await office.auditOf('trust-product:1')).toEqual([
      { operator: 'olga', action: 'trust.close', reason: 'It is too dear.' },
    ]);
    // Nor do other terms open it again.
    expect((await publish(fileWith({ interest_rate: '9' }))).exitCode).toBe(0);
    await expect(buy(1)).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    clock.advance(3 * DAY_MS);
    await vi.waitFor(async () => {
      const { rows } = await server.call(listTrustOrders, {}, user);
      expect(rows).toMatchObject([{ status: 'active', paidDays: 2, paid: '0.02' }]);
    });
  });

  it('is refused the second time, without a reason, and for a missing product', async () => {
    expect(await close('1', ...why)).toMatchObject({ exitCode: 1, err: expect.stringContaining('closed already') });
    expect(await close('99', ...why)).toMatchObject({ exitCode: 1, err: expect.stringContaining('no product 99') });
    expect((await close('2')).exitCode).toBe(2);
    expect((await close('two', ...why)).exitCode).toBe(2);
    expect(await office.auditOf('trust-product:2')).toEqual([]);
  });
});
