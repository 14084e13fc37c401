// Operator commands for terms: read them, and add a version that applies from its start on, is checked, audited and
// never changed; and for open options.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { listDeliveryTimes } from '@halyard/contract/options/calls';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';

type TermsFile = {
  times: Record<string, unknown>[];
  markets: Record<string, unknown>[];
  currencies: Record<string, unknown>[];
};

const NOW = Date.parse('2026-03-05T10:00:00.000Z');
const clock = createTestClock(NOW);
let office: Office;
let real: Office;
let terms: TermsFile;
beforeAll(async () => {
  office = await openOffice({ clock });
  real = await openOffice({ clock, isSandbox: false });
  for (const { server } of [office, real]) await mkdir(server.dataDir, { recursive: true });
  terms = (await office.tool.json('options', 'terms')) as TermsFile;
});
afterAll(async () => {
  await office.close();
  await real.close();
});

/** Writes terms with changes into a file; returns its path. */
function fileOf(change: Partial<TermsFile>, { server }: Office = office): string {
  const path = join(server.dataDir, 'terms.json');
  writeFileSync(path, JSON.stringify({ ...terms, ...change }));
  return path;
}
const timesWith = (change: object) => terms.times.map((time, index) => (index === 0 ? { ...time, ...change } : time));

const bandsOf = (...bands: readonly object[]) => ({ markets: [{ market: 'BTC/USDT', even_bands: [...bands] }] });

describe('in a sandbox', () => {
  it('publishes the first terms at once', async () => {
    expect(terms.times[0]).toEqual({ seconds: 30, profit_ratio: '80', min_amount: '10', max_amount: '5000' });
    expect(terms.currencies).toEqual([
      { currency: 'USDT', fee: '0', open_max: 20, quick_stakes: ['10', '50', '100', '500', '1000'] },
    ]);
    expect(terms.markets).toContainEqual({
      market: 'BTC/USDT',
      even_bands: expect.arrayContaining([{ seconds: 60, band: '5.19' }]) as unknown,
    });
    const { out } = await office.tool('options', 'list');
    expect(out).toMatch(/1 +in force +2026-03-05 10:00:00/);
  });

  it('applies a version from its start, with the figures of the file, and audits it', async () => {
    const file = fileOf({ times: timesWith({ profit_ratio: '81.5' }) });
    const [first] = await office.server.call(listDeliveryTimes, {});
    expect(first).toMatchObject({ seconds: 30, profitRatio: '80', minNumber: '10' });
    const published = await office.tool.json('options', 'publish', '--file', file, '--start', 'now');
    expect(published).toMatchObject({ version: 2, effectiveAt: new Date(NOW).toISOString() });
    expect((await office.server.call(listDeliveryTimes, {}))[0]).toMatchObject({ profitRatio: '81.5' });
    expect(await office.auditOf('option-terms:2')).toEqual([
      { operator: 'olga', action: 'options.publish', reason: `from ${new Date(NOW).toISOString()}` },
    ]);
    expect(await office.tool.json('options', 'terms', '--version', '1')).toEqual(terms);
  });

  it('suggests bands at the last price in the format of terms, and none whose ratio is limited', async () => {
    await office.server.feed.append('LTC/USDT', { price: '80' });
    const { out } = await office.tool('options', 'suggest-bands');
    // At 30 s the exact price alone would be nearer to 10 %, but its ratio is limited.
    expect(out).toMatch(/LTC\/USDT +30 +0\.01 +20\.83\d+ +335/);
    const suggested = (await office.tool.json('options', 'suggest-bands')) as TermsFile['markets'];
    const market = suggested.find((one) => one['market'] === 'LTC/USDT');
    const file = fileOf({ markets: [market ?? {}], times: timesWith({ profit_ratio: '81.5' }) });
    expect(await office.tool.json('options', 'publish', '--file', file, '--start', 'now')).toMatchObject({
      terms: { markets: [market] },
    });
  });

  it('applies a later version only from its start', async () => {
    const file = fileOf({ times: timesWith({ profit_ratio: '70' }) });
    const start = new Date(NOW + 60_000).toISOString();
    await office.tool.json('options', 'publish', '--file', file, '--start', start);
    expect((await office.server.call(listDeliveryTimes, {}))[0]).toMatchObject({ profitRatio: '81.5' });
    clock.advance(60_000);
    expect((await office.server.call(listDeliveryTimes, {}))[0]).toMatchObject({ profitRatio: '70', createdAt: start });
  });

  it.each<readonly [string, () => Partial<TermsFile>, RegExp]>([
    ['no times', () => ({ times: [] }), /times: at least one/],
    ['a time twice', () => ({ times: [...terms.times, ...terms.times.slice(0, 1)] }), /30 is there twice/],
    ['too short a time', () => ({ times: timesWith({ seconds: 4 }) }), /from 5 to 86400/],
    ['over 300 s on simulated prices', () => ({ times: timesWith({ seconds: 301 }) }), /simulated prices.*300 seconds/],
    [
      'a ratio by which the house loses',
      () => ({ times: timesWith({ profit_ratio: '100.1' }) }),
      /would lose on average/,
    ],
    ['a ratio of nothing', () => ({ times: timesWith({ profit_ratio: '0' }) }), /profit_ratio must be above 0/],
    ['a range upside down', () => ({ times: timesWith({ min_amount: '5001' }) }), /no range of stakes/],
    ['an unknown market', () => ({ markets: [{ market: 'ABC/USDT', even_bands: [] }] }), /no «ABC\/USDT»/],
    ['even by the rule before', () => ({ markets: [{ market: 'BTC/USDT', even: true }] }), /"even" is of older terms/],
    ['a band of no delivery time', () => bandsOf({ seconds: 61, band: '5' }), /no delivery time has 61 seconds/],
    [
      'a band twice',
      () => bandsOf({ seconds: 60, band: '5' }, { seconds: 60, band: '6' }),
      /even_bands: 60 is there twice/,
    ],
    ['a band between two prices', () => bandsOf({ seconds: 60, band: '5.001' }), /no multiple of the price's step/],
    ['a currency without stakes', () => ({ currencies: [{ ...terms.currencies[0], currency: 'BTC' }] }), /no «BTC»/],
    ['a fee of everything', () => ({ currencies: [{ ...terms.currencies[0], fee: '100' }] }), /fee must be/],
    [
      'a quick stake that none takes',
      () => ({ currencies: [{ ...terms.currencies[0], quick_stakes: ['9'] }] }),
      /quick stake 9/,
    ],
    ['a field that is none', () => ({ times: timesWith({ ratio: '1' }) }), /times\.0: there is no field ratio/],
    ['no open options at all', () => ({ currencies: [{ ...terms.currencies[0], open_max: 0 }] }), /open_max/],
  ])('refuses %s', async (_name, change, message) => {
    const before = await office.tool.json('options', 'list');
    const { exitCode, err } = await office.tool('options', 'publish', '--file', fileOf(change()), '--start', 'now');
    expect(exitCode).toBe(1);
    expect(err).toMatch(message);
    expect(await office.tool.json('options', 'list')).toEqual(before);
  });

  it('refuses a missing file, invalid JSON, and a start in the past', async () => {
    const { tool } = office;
    const missing = await tool('options', 'publish', '--file', '/nowhere/terms.json', '--start', 'now');
    expect(missing.err).toContain('cannot be read');
    const file = fileOf({});
    const past = await tool('options', 'publish', '--file', file, '--start', '2026-03-05T09:59:59Z');
    expect(past.err).toContain('in the past');
    expect((await tool('options', 'publish', '--file', file)).exitCode).toBe(2);
    expect((await tool('options', 'publish', '--file', file, '--start', 'tomorrow')).exitCode).toBe(2);
    writeFileSync(file, '{');
    expect((await tool('options', 'publish', '--file', file, '--start', 'now')).err).toContain('cannot be read');
  });

  it('never changes a version', async () => {
    const change = office.server.db.execute(sql`update option_versions set terms = '{}'`);
    await expect(change).rejects.toThrow();
  });

  it('shows open options beside the capital', async () => {
    const { out } = await office.tool('exposure', 'options');
    expect(out).toMatch(/capital +1000000000/);
    expect(out).toContain('No option is open.');
  });
});

describe('outside of it', () => {
  const isOpenAnywhere = async () => {
    const groups = await real.server.call(listMarkets, {});
    return groups.flatMap(({ markets }) => markets).some(({ isOptionOpen }) => isOptionOpen === true);
  };

  it('no market has options until an operator publishes terms, at least a day ahead', async () => {
    expect((await real.tool('options', 'list')).out).toContain('There are no terms');
    expect(await real.server.call(listDeliveryTimes, {})).toEqual([]);
    expect(await isOpenAnywhere()).toBe(false);
    const file = fileOf({}, real);
    const start = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
    const now = await real.tool('options', 'publish', '--file', file, '--start', 'now');
    expect(now.exitCode).toBe(2);
    const early = await real.tool('options', 'publish', '--file', file, '--start', start(86_400_000 - 1));
    expect(early.err).toContain('24 hours ahead');
    await real.tool.json('options', 'publish', '--file', file, '--start', start(86_400_000));
    expect(await isOpenAnywhere()).toBe(false);
    clock.advance(86_400_000);
    expect(await isOpenAnywhere()).toBe(true);
  });
});
