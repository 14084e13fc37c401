// Operator commands for futures terms: the first version is that of the sandbox, a version is checked before it is
// added, and market rows show the version in force; and for open positions and insurance.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { publishFirstTerms } from './currentTerms.ts';

type TermsFile = { markets: Record<string, unknown>[]; positions_max: number; pending_max: number };

const NOW = Date.parse('2026-03-05T10:00:00.000Z');
const clock = createTestClock(NOW);
let office: Office;
let terms: TermsFile;
beforeAll(async () => {
  office = await openOffice({ clock });
  await mkdir(office.server.dataDir, { recursive: true });
  await publishFirstTerms(office.server.db, clock);
  terms = (await office.tool.json('contracts', 'terms')) as TermsFile;
});
afterAll(() => office.close());

/** Writes terms with changes into a file; returns its path. */
function fileOf(change: Partial<TermsFile>): string {
  const path = join(office.server.dataDir, 'terms.json');
  writeFileSync(path, JSON.stringify({ ...terms, ...change }));
  return path;
}
/** The terms with other terms of BTC/USDT. */
const marketsWith = (change: object) => ({
  markets: terms.markets.map((market) => (market['market'] === 'BTC/USDT' ? { ...market, ...change } : market)),
});
const tier = (notional: string, leverage: number) => ({ notional, leverage });

describe('terms', () => {
  it('begin in a sandbox with all markets, on the published figures', () => {
    expect(terms).toMatchObject({ positions_max: 100, pending_max: 50 });
    expect(terms.markets).toHaveLength(6);
    expect(terms.markets[0]).toEqual({
      market: 'BTC/USDT',
      lot: '0.01',
      leverages: [2, 5, 10, 20, 50],
      spread: '12',
      fee: '0.05',
      overnight: '0.03',
      close_out_level: '50',
      profit_cap: '9',
      min_lots: 1,
      max_lots: 10_000,
      tiers: [tier('50000', 50), tier('250000', 20), tier('1000000', 5)],
    });
  });

  it('are in market rows from the start of a version on', async () => {
    await office.tool.json('contracts', 'publish', '--file', fileOf(marketsWith({ spread: '8.5' })), '--start', 'now');
    const groups = await office.server.call(listMarkets, {});
    const bitcoin = groups.flatMap(({ markets }) => markets).find(({ base }) => base === 'BTC');
    expect(bitcoin).toMatchObject({
      isFuturesOpen: true,
      lot: '0.01',
      spread: '0',
      spreadAmount: '8.5',
      futuresFeeRate: '0.05',
      overnightRate: '0.03',
      minLots: 1,
      maxLots: 10_000,
      liquidationLevel: '50',
      profitCap: '9',
    });
    expect(await office.auditOf('contract-terms:2')).toMatchObject([{ action: 'contracts.publish' }]);
  });

  it.each<readonly [string, () => Partial<TermsFile>, RegExp]>([
    ['no markets', () => ({ markets: [] }), /markets: at least one/],
    ['an unknown market', () => marketsWith({ market: 'ABC/USDT' }), /no «ABC\/USDT»/],
    ['no positions at all', () => ({ positions_max: 0 }), /positions_max must be from 1/],
    ['leverages that do not ascend', () => marketsWith({ leverages: [5, 2] }), /BTC\/USDT: leverages must ascend/],
    ['a leverage twice', () => marketsWith({ leverages: [2, 2] }), /leverages must ascend/],
    ['no leverage', () => marketsWith({ leverages: [] }), /leverages: at least one/],
    ['too high a leverage', () => marketsWith({ leverages: [2, 126] }), /from 1 to 125/],
    ['a level of nothing', () => marketsWith({ close_out_level: '0' }), /close_out_level must be between/],
    ['a level of everything', () => marketsWith({ close_out_level: '100' }), /close_out_level must be between/],
    ['a spread below zero', () => marketsWith({ spread: '-1' }), /spread must be 0 or more/],
    ['a spread between prices', () => marketsWith({ spread: '0.001' }), /at most 2 digits/],
    ['a fee of a tenth', () => marketsWith({ fee: '10' }), /fee must be from 0 to below 10/],
    ['a fee that is too exact', () => marketsWith({ fee: '0.00001' }), /fee must be .* 4 digits/],
    ['nights that liquidate', () => marketsWith({ overnight: '0.5' }), /two nights at 50 times/],
    ['a cap below the margin', () => marketsWith({ profit_cap: '0.9' }), /profit_cap must be 1 or more/],
    ['lots upside down', () => marketsWith({ min_lots: 5, max_lots: 4 }), /no range/],
    ['no lots', () => marketsWith({ min_lots: 0 }), /min_lots must be from 1/],
    ['a lot of nothing', () => marketsWith({ lot: '0' }), /lot must be above 0/],
    ['no tiers', () => marketsWith({ tiers: [] }), /tiers: at least one/],
    ['tiers that fall', () => marketsWith({ tiers: [tier('2', 20), tier('1', 5)] }), /notionals must be above 0/],
    ['tiers whose leverage rises', () => marketsWith({ tiers: [tier('1', 5), tier('2', 20)] }), /must not rise/],
    ['a tier that takes no leverage', () => marketsWith({ tiers: [tier('1', 1)] }), /must be from 2/],
    ['a field that is none', () => marketsWith({ bonus: '1' }), /markets\.0: there is no field bonus/],
  ])('with %s are refused', async (_name, change, message) => {
    const before = await office.tool.json('contracts', 'list');
    const { exitCode, err } = await office.tool('contracts', 'publish', '--file', fileOf(change()), '--start', 'now');
    expect(exitCode).toBe(1);
    expect(err).toMatch(message);
    expect(await office.tool.json('contracts', 'list')).toEqual(before);
  });

  it('are shown as a table', async () => {
    const { out } = await office.tool('contracts', 'terms', '--version', '1');
    expect(out).toMatch(/BTC\/USDT +0\.01 +1 to 10000 +2 5 10 20 50 +12 +0\.05 +0\.03 +50 +9 margins +50000: 50/);
  });
});

describe('exposure', () => {
  it('shows open positions beside the capital', async () => {
    const { out } = await office.tool('exposure', 'contracts');
    expect(out).toMatch(/capital +1000000000/);
    expect(out).toMatch(/of it at most +800000000 \(80 %\)/);
    expect(out).toContain('No position is open.');
  });

  it('shows the insurance balance', async () => {
    expect(await office.tool.json('exposure', 'insurance')).toEqual([
      { currency: 'USDT', balance: '1000000000', shortfalls: 0, lost: '0', byInsurance: '0', byHouse: '0' },
    ]);
  });
});
