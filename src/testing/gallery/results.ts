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

export function serveResults(server: FakeBackend, isLong: boolean): void {
  const scale = isLong ? 98_765 : 1;
  server.on(getResults, ({ from, to }) => {
    const today = new Date().toISOString().slice(0, 10);
    const lines: ResultLine[] = [];
    for (let at = Date.parse(`${from}-01`); ; at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (day.slice(0, 7) > to || day > today) break;
      const date = new Date(at).getUTCDate();
      if (date % 6 === 5) continue;
      for (const [place, [source, currency]] of PARTS.entries()) {
        if ((date + place) % 3 === 0) continue;
        const profit = Math.round((Math.sin(date * 1.7 + place * 2) * (40 + date * 9) + 8) * scale);
        const isClosing = source === 'options' || source === 'futures';
        const value = decimal(`${profit}.25`);
        lines.push({
          day,
          source,
          currency,
          amount: value,
          profit: value,
          fees: decimal(`${scale}.75`),
          won: isClosing && profit > 0 ? 2 : 0,
          gains: isClosing && profit > 0 ? value : ZERO,
          lost: isClosing && profit < 0 ? 1 : 0,
          losses: isClosing && profit < 0 ? value : ZERO,
        });
      }
    }
    const owned = [
      { currency: 'BTC', amount: decimal('0.5'), cost: decimal('8000'), profit: decimal('2012.5') },
      { currency: 'ETH', amount: decimal('3'), cost: decimal('9000'), profit: decimal('-340.12') },
    ];
    return {
      asOf: new Date().toISOString(),
      lines,
      base: decimal(String(18_000 * scale)),
      unrealised: isLong ? [...owned, { currency: 'LTC', amount: decimal('7'), cost: null, profit: null }] : owned,
    };
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
