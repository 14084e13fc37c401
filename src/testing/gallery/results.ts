/** Results of the gallery's user: every day of the month up to today, in some products and coins. */
import { getResults, listResultEntries, type ResultLine } from '@halyard/contract/wallet/resultCalls';
import { decimal, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import type { FakeBackend } from '../fakeBackend.ts';

const PARTS = [
  ['spot', 'BTC'],
  ['options', 'USDT'],
  ['futures', 'USDT'],
  ['spot', 'ETH'],
  ['trust', 'USDT'],
] as const;

const DAY_MS = 24 * 3_600_000;
const OWNED = [
  { currency: 'BTC', amount: decimal('0.5'), cost: decimal('8000'), profit: decimal('2012.5') },
  { currency: 'ETH', amount: decimal('3'), cost: decimal('9000'), profit: decimal('-340.12') },
];

/** The results of a day: a wave of gains and losses; every sixth day has none. */
function linesOf(day: string, scale: number): ResultLine[] {
  const date = new Date(day).getUTCDate();
  return PARTS.flatMap(([source, currency], place) => {
    if (date % 6 === 5 || (date + place) % 3 === 0) return [];
    const profit = Math.round((Math.sin(date * 1.7 + place * 2) * (40 + date * 9) + 8) * scale);
    const [value, isClosing] = [decimal(`${profit}.25`), source === 'options' || source === 'futures'];
    const won = isClosing && profit > 0 ? { won: 2, gains: value } : { won: 0, gains: ZERO };
    const lost = isClosing && profit < 0 ? { lost: 1, losses: value } : { lost: 0, losses: ZERO };
    return [{ day, source, currency, amount: value, profit: value, fees: decimal(`${scale}.75`), ...won, ...lost }];
  });
}

export function serveResults(server: FakeBackend, isLong: boolean): void {
  const scale = isLong ? 98_765 : 1;
  server.on(getResults, ({ from, to }) => {
    const asOf = new Date().toISOString();
    const lines: ResultLine[] = [];
    for (let at = Date.parse(`${from}-01`); ; at += DAY_MS) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (day.slice(0, 7) > to || day > asOf) break;
      lines.push(...linesOf(day, scale));
    }
    const unpriced = { currency: 'LTC', amount: decimal('7'), cost: null, profit: null };
    const unrealised = isLong ? [...OWNED, unpriced] : OWNED;
    return { asOf, lines, base: decimal(String(18_000 * scale)), unrealised };
  });
  server.on(listResultEntries, ({ day, from }) => {
    const at = `${day ?? `${from}-03`}T08:15:30.000Z`;
    const rows = (['spot_fill', 'option_win', 'contract_close', 'trust_interest'] as const).map((kind, place) => ({
      id: `${90 - place}:USDT`,
      at,
      kind,
      source: 'spot' as const,
      currency: place === 0 ? 'BTC' : 'USDT',
      amount: decimal(place === 0 ? '-0.0123' : '12.5'),
      profit: decimal(place % 2 === 0 ? '-12.5' : '40.25'),
      fees: decimal('0.75'),
      reference: `order:${place}`,
    }));
    return { ...build(listResultEntries.answer), rows, total: rows.length, sum: decimal('55.5') };
  });
}

export function serveNoResults(server: FakeBackend): void {
  server.on(getResults, () => ({ asOf: new Date().toISOString(), lines: [], base: ZERO, unrealised: [] }));
  server.on(listResultEntries, () => ({ rows: [], total: 0, sum: ZERO }));
}
