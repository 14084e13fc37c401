// A day of a long log is read in pieces and recomputed: only content of the signed tree is used, a price that does not
// follow from the key is reported, and aborting ends it.
import { expect, it } from 'vitest';
import { joinBytes, toBase64 } from '@halyard/contract/transparency/bytes';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { ENTRIES, ORIGIN } from '@halyard/contract/testing/logFixtures';
import { decimal } from '@halyard/contract/money';
import { COIN_MODELS, simulateTick } from '@halyard/contract/market/simulatedModel';
import { DAY_MS } from '@halyard/contract/time';
import { chainIdentity } from '@halyard/contract/transparency/fixedKeys';
import { keyBefore, noiseOf, tickKeyOf } from '@halyard/contract/transparency/seedChain';
import { fakeLog } from '../../testing/publicLog.ts';
import { recomputeDay } from './dayReader.ts';
import type { RemoteLog } from './remoteLog.ts';

const DAY = '2026-03-02';
const FROM_MS = Date.parse(DAY);
const DAY_KEY = new Uint8Array(32).fill(5);
const KEYS = [keyBefore(DAY_KEY), DAY_KEY, DAY_KEY];
const FIRST_DAY = '2026-03-01';
const ANCHOR = keyBefore(keyBefore(DAY_KEY));
const PLACES = { price: 2, quantity: 6 };
/** Ticks are half a minute apart, so that a day has twelve bundles. */
const STEP_MS = 30_000;
const FIRST_MS = FROM_MS - 2000 * STEP_MS;

const headOf = [
  formatEntry({ kind: 'log', origin: ORIGIN, predecessor: null }),
  formatEntry({ kind: 'seed', firstDay: FIRST_DAY, days: 2, anchor: ANCHOR }),
  formatEntry({
    kind: 'series',
    loggedMs: FIRST_MS,
    id: 1,
    market: 'BTC/USDT',
    source: 'simulated',
    method: 'schwartz-2',
    identity: chainIdentity({ anchor: toBase64(ANCHOR), firstDay: FIRST_DAY }),
    pricePlaces: PLACES.price,
    quantityPlaces: PLACES.quantity,
  }),
];

/** Two days of prices and a part of the next one, with the second day's key at the end. */
function entriesWith(change: (price: string, place: number) => string): readonly string[] {
  const coin = COIN_MODELS.get('BTC/USDT');
  if (coin === undefined) throw new Error('no model of BTC');
  let priceBefore = decimal('60000');
  const prices: string[] = [];
  for (let atMs = FIRST_MS; atMs < FROM_MS + DAY_MS + 400 * STEP_MS; atMs += STEP_MS) {
    const day = Math.floor((atMs - Date.parse(FIRST_DAY)) / DAY_MS);
    const noise = noiseOf(tickKeyOf(KEYS[Math.max(0, day)] ?? DAY_KEY), 'BTC/USDT', atMs);
    const tick = simulateTick(noise, { coin, priceBefore, stepMs: STEP_MS, isHistory: false }, PLACES);
    const price = decimal(change(tick.price, prices.length));
    priceBefore = price;
    prices.push(
      formatEntry({
        kind: 'prices',
        loggedMs: atMs,
        series: [{ id: 1, firstSeq: prices.length + 1, ticks: [{ atMs, price, quantity: tick.quantity }] }],
      }),
    );
  }
  return [...headOf, ...prices, formatEntry({ kind: 'reveal', day: DAY, key: DAY_KEY })];
}

const TEXTS = entriesWith((price) => price);
const places = { day: DAY, seedIndex: 1, revealIndex: TEXTS.length - 1 };

async function read(log: RemoteLog & { readonly note: string }, signal = new AbortController().signal) {
  const shares: number[] = [];
  const { note, ...remote } = log;
  const onProgress = (share: number) => shares.push(share);
  return { series: await recomputeDay({ note, remote, places, signal, onProgress }), shares };
}

it('recomputes every price of the day from its key, with progress', async () => {
  const { series, shares } = await read(fakeLog(TEXTS));
  expect(series).toEqual([{ market: 'BTC/USDT', recomputed: 2880, unfixed: 0, uneven: 2880 }]);
  expect(shares.length).toBeGreaterThan(10);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
});

it('reports a price that does not follow from the key', async () => {
  const texts = entriesWith((price, place) => (place === 3000 ? '61000' : price));
  expect((await read(fakeLog(texts))).series).toMatchObject([{ fault: { index: 3003, seq: 3001 } }]);
});

it('uses only content of the signed tree', async () => {
  const log = fakeLog(TEXTS);
  const other = fakeLog(entriesWith((price, place) => (place === 3000 ? '61000' : price)));
  await expect(read({ ...log, entries: other.entries })).rejects.toThrow('is not what was signed');
  const entries: RemoteLog['entries'] = async (tile) =>
    (await log.entries(tile)).map((entry, place) =>
      tile.index === 0 && place === 1 ? joinBytes(ENTRIES[0] ?? '') : entry,
    );
  await expect(read({ ...log, entries })).rejects.toThrow('is not in the tree');
});

it('stops on abort', async () => {
  expect((await read(fakeLog(TEXTS), AbortSignal.abort())).series).toBeUndefined();
});
