// The real feed's prices of a day are recomputed from the key that the log reveals after it; another price, or a series
// that its key does not make, is named.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryHash, formatEntry, type LoggedTick, type SeriesEntry } from '@halyard/contract/transparency/entries';
import { getFairnessSummary } from '@halyard/contract/transparency/figureCalls';
import { fromBase64, joinBytes } from '@halyard/contract/transparency/bytes';
import { LOG, publish, signerKey, tilesOf } from '@halyard/contract/testing/logFixtures';
import { formatVkey, type SignerKey } from '@halyard/contract/transparency/note';
import { HISTORY_KEY, keyBefore, noiseOf } from '@halyard/contract/transparency/seedChain';
import { formatBundle, parseTilePath } from '@halyard/contract/transparency/tiles';
import { decimal } from '@halyard/contract/money';
import { COIN_MODELS, simulateTick } from '@halyard/contract/market/simulatedModel';
import { CHAIN_DAYS, createSimulatedSource, secretOfSeed, seedChain } from '../../server/src/market/feeds/simulated.ts';
import { listMarketRecords } from '../../server/src/market/marketRecord.ts';
import { openSimulatedExchange, type HistoryTick } from '../../server/src/testing/simulatedExchange.ts';
import { openTestDatabase } from '../../server/src/testing/testDatabase.ts';
import { verify } from './verify.ts';

const [DAY, NEXT_DAY] = ['2026-03-01', '2026-03-02'];
const FROM_MS = Date.parse(`${DAY}T23:58:00Z`);
const SECRET = secretOfSeed('lighthouse', FROM_MS);
const folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'));
let ticks: readonly LoggedTick[];
let series: SeriesEntry;
const servers: Server[] = [];
beforeAll(async () => {
  const { db, close } = await openTestDatabase();
  const { markets } = await createSimulatedSource({ dataDir: folder, seed: 'lighthouse' }).open(db, FROM_MS);
  const market = markets.find(({ symbol }) => symbol === 'BTC/USDT');
  const record = (await listMarketRecords(db)).find(({ symbol }) => symbol === 'BTC/USDT');
  const position = {
    seriesId: 1,
    lastSeq: 6,
    lastPrice: decimal('60000'),
    lastAtMs: FROM_MS,
    foldedFromMs: undefined,
    state: market?.initialState ?? {},
  };
  const batch = market?.advance(position, FROM_MS + 180_000);
  ticks = (batch?.ticks ?? []).map(({ at, price, quantity }) => ({ atMs: Date.parse(at), price, quantity }));
  series = {
    kind: 'series',
    loggedMs: FROM_MS,
    id: 1,
    market: 'BTC/USDT',
    source: 'simulated',
    method: 'schwartz-3',
    identity: market?.identity ?? '',
    pricePlaces: record?.terms.pricePrecision ?? 0,
    quantityPlaces: record?.terms.quantityPrecision ?? 0,
  };
  await close();
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** Output of the tool for a day, of a log with the feed's prices or replacements. */
async function judge(day: string, logged = ticks, entry = series, log = LOG) {
  let key: Uint8Array = SECRET.lastKey;
  for (let days = CHAIN_DAYS; days > 1; days -= 1) key = keyBefore(key);
  const anchor = fromBase64(seedChain(SECRET.lastKey).anchor) ?? new Uint8Array();
  const prices = logged.map((tick, place) =>
    formatEntry({ kind: 'prices', loggedMs: tick.atMs, series: [{ id: 1, firstSeq: 7 + place, ticks: [tick] }] }),
  );
  const texts = [
    formatEntry({ kind: 'log', origin: log.key.name, predecessor: null }),
    formatEntry(entry),
    formatEntry({ kind: 'seed', firstDay: SECRET.firstDay, days: CHAIN_DAYS, anchor }),
    ...prices,
    formatEntry({ kind: 'reveal', day: DAY, key }),
  ];
  const url = await serve(texts, log);
  const lines: string[] = [];
  const machine = {
    print: (line: string) => lines.push(line),
    passSecond: () => Promise.resolve(false),
    nowMs: () => 0,
  };
  return { exitCode: await verify(['day', day, url, '--log', formatVkey(log.key)], machine), out: lines.join('\n') };
}

/** Serves a log as an exchange does. */
async function serve(texts: readonly string[], log: SignerKey): Promise<string> {
  const { checkpoint } = await publish(texts, { log, origin: log.key.name });
  const readTile = tilesOf(texts.map(entryHash));
  const answer = async (path: string) => {
    const tile = parseTilePath(path);
    if (tile === undefined) return checkpoint;
    const { level, index, width } = tile;
    if (level !== 'entries') return readTile({ level, index, width });
    return formatBundle(texts.slice(index * 256, index * 256 + width).map((text) => joinBytes(text)));
  };
  const server = createServer(({ url = '' }, response) => void answer(url.slice(1)).then((body) => response.end(body)));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('recomputes the prices of a day from its key, except the first one, which has none before it', async () => {
  const { exitCode, out } = await judge(DAY);
  expect(out).toMatch(/^passed {2}BTC\/USDT: 118 prices are those of the key, 1 from before/mu);
  expect(exitCode).toBe(0);
});

it('names a price that the key does not make', async () => {
  const changed = ticks.map((tick, place) => (place === 50 ? { ...tick, price: decimal('61000') } : tick));
  const { exitCode, out } = await judge(DAY, changed);
  expect(out).toMatch(/^failed {2}BTC\/USDT: entry 53, seq 57$/mu);
  expect(exitCode).toBe(1);
});

it('names prices in another order, or with other places', async () => {
  const swapped = ticks.map((tick, place) => ({ ...tick, price: (ticks[place ^ 1] ?? tick).price }));
  expect((await judge(DAY, swapped)).out).toMatch(/^failed {2}BTC\/USDT: entry 4, seq 8$/mu);
  expect((await judge(DAY, ticks, { ...series, pricePlaces: 1 })).out).toMatch(
    /^failed {2}BTC\/USDT: entry \d+, seq \d+$/mu,
  );
});

it('recomputes a day of a running exchange, once its key is revealed', async () => {
  const exchange = await openSimulatedExchange(Date.parse('2024-02-29T23:59:00.200Z'));
  const { server, vkey, pass } = exchange;
  const lines: string[] = [];
  const machine = {
    print: (line: string) => lines.push(line),
    passSecond: () => Promise.resolve(false),
    nowMs: () => 0,
  };
  const judgeIt = async () => {
    lines.length = 0;
    const exitCode = await verify(['day', '2024-02-29', `${server.url}/log/`, '--log', vkey], machine);
    return [exitCode, lines.join('\n')];
  };
  try {
    await pass(20, 1);
    await pass(60, 20);
    expect(await judgeIt()).toEqual([2, expect.any(String)]);
    await pass(60, 60);
    await exchange.reveal();
    await pass(1, 1);
    const passed = /^passed {2}BTC\/USDT: 58 prices are those of the key, 1 from before/mu;
    expect(await judgeIt()).toEqual([0, expect.stringMatching(passed)]);
    const { seed, revealed } = await server.call(getFairnessSummary, {});
    expect(revealed?.day).toBe('2024-02-29');
    expect(keyBefore(fromBase64(revealed?.key ?? '') ?? new Uint8Array())).toEqual(fromBase64(seed?.anchor ?? ''));
    expectPublicHistory(await exchange.history());
    await exchange.changeTick('2024-02-29T23:59:30Z');
    expect(await judgeIt()).toEqual([1, expect.stringContaining('failed')]);
  } finally {
    await exchange.close();
  }
});

/** Prices before the log are made with a public key. */
function expectPublicHistory(history: readonly HistoryTick[]) {
  const coin = COIN_MODELS.get('BTC/USDT');
  if (coin === undefined) throw new Error('there is no bitcoin');
  const places = { price: series.pricePlaces, quantity: series.quantityPlaces };
  expect(history.length).toBeGreaterThan(50);
  for (const [place, { atMs, price, quantity }] of history.slice(1).entries()) {
    const before = history[place];
    if (before === undefined) continue;
    const step = { coin, priceBefore: before.price, stepMs: atMs - before.atMs, isHistory: true, volumeAtMs: atMs };
    expect(simulateTick(noiseOf(joinBytes(HISTORY_KEY), 'BTC/USDT', atMs), step, places)).toEqual({ price, quantity });
  }
}

it('leaves open a day without a revealed key, without prices, or of another model', async () => {
  expect(await judge(NEXT_DAY)).toMatchObject({ exitCode: 2 });
  expect(await judge('2026-02-27')).toMatchObject({ exitCode: 2 });
  expect(await judge('yesterday')).toMatchObject({ exitCode: 2 });
  const other = { ...series, method: 'schwartz-1' };
  const sandbox = signerKey('sandbox.halyard.invalid/0123456789abcdef', 'log', 1);
  expect(await judge(DAY, ticks, other, sandbox)).toMatchObject({ exitCode: 2 });
  // Outside a sandbox no log may have such prices.
  const { exitCode, out } = await judge(DAY, ticks, other);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('which no key binds')]);
});
