/** Results of the gallery's user: every day of the month up to today, in some products and coins. */
import { getResults, listResultEntries, type ResultLine } from '@halyard/contract/wallet/resultCalls';
import { decimal, divide, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import type { FakeBackend } from '../fakeBackend.ts';
import { costsOf } from './holdings.ts';
import { MARKETS } from './market.ts';

const PARTS = [
  ['spot', 'BTC'],
  ['options', 'USDT'],
  ['futures', 'USDT'],
  ['spot', 'ETH'],
  ['trust', 'USDT'],
] as const;

const DAY_MS = 24 * 3_600_000;

/** The results of a day: a wave of gains and losses, while interest is always a gain; every sixth day has none. */
function linesOf(day: string, scale: number): ResultLine[] {
  const date = new Date(day).getUTCDate();
  return PARTS.flatMap(([source, currency], place) => {
    if (date % 6 === 5 || (date + place) % 3 === 0) return [];
    const isInterest = source === 'trust';
    const share = isInterest ? 1 : Math.sin(date * 1.7 + place * 2) * (40 + date * 9) + 8;
    const profit = Math.round(share * scale);
    const [value, isClosing] = [decimal(`${profit}.25`), source === 'options' || source === 'futures'];
    const price = MARKETS.find(({ base }) => base === currency)?.lastPrice;
    const amount = price == null ? value : divide(value, price, 8, 'half-even');
    const fees = isInterest ? ZERO : decimal(`${scale}.75`);
    const won = isClosing && profit > 0 ? { won: 2, gains: value } : { won: 0, gains: ZERO };
    const lost = isClosing && profit < 0 ? { lost: 1, losses: value } : { lost: 0, losses: ZERO };
    return [{ day, source, currency, amount, profit: value, fees, ...won, ...lost }];
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
    return { asOf, lines, base: decimal(String(68_000 * scale)), unrealised: costsOf(isLong) };
  });
  server.on(listResultEntries, ({ day, from }) => {
    const at = `${day ?? `${from}-03`}T08:15:30.000Z`;
    const rows = (
      [
        ['spot_fill', 'spot', '-12.5', '0.75'],
        ['option_win', 'options', '79.5', '0'],
        ['contract_close', 'futures', '-12.5', '0.75'],
        ['trust_interest', 'trust', '1', '0'],
      ] as const
    ).map(([kind, source, profit, fees], place) => ({
      id: `${90 - place}:USDT`,
      at,
      kind,
      source,
      currency: place === 0 ? 'BTC' : 'USDT',
      amount: decimal(place === 0 ? '-0.0123' : profit),
      profit: decimal(profit),
      fees: decimal(fees),
      reference: `${place === 0 ? 'fill' : source}:${90 - place}`,
    }));
    return { ...build(listResultEntries.answer), rows, total: rows.length, sum: decimal('55.5') };
  });
}

export function serveNoResults(server: FakeBackend): void {
  server.on(getResults, () => ({ asOf: new Date().toISOString(), lines: [], base: ZERO, unrealised: [] }));
  server.on(listResultEntries, () => ({ rows: [], total: 0, sum: ZERO }));
}
