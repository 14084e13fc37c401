/** What contracts show of themselves to everybody: what stands behind them, how they ended, on which terms. */
import { sql } from 'drizzle-orm';
import { add, decimal, ZERO } from '@halyard/contract/money';
import { FUTURES_SHARES, type PositionSide } from '@halyard/contract/futures/position';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { PublicProduct } from '../../module.ts';
import { houseSideOf } from '../../terms/houseSide.ts';
import { readTermTexts, type RuleText } from '../../terms/ruleTexts.ts';
import { listCurrencies } from './currencySheets.ts';
import { readOpenSides } from './exposureCommand.ts';
import { readCapital, readInsurance } from './house.ts';
import { futuresVersions, futuresVersionTerms } from './versions.ts';

export const publicProduct: PublicProduct = {
  readHouse: async (reader) =>
    Promise.all(
      (await listCurrencies(reader)).map(async ({ id, name: currency }) => {
        const sides = await readOpenSides(reader, id);
        return houseSideOf(await readCapital(reader, id), FUTURES_SHARES, {
          kind: 'contract',
          currency,
          atRisk: add(ZERO, ...sides.map(({ reserve }) => reserve)),
          open: sides.reduce((sum, { positions }) => sum + positions, 0),
          insurance: await readInsurance(reader, id),
        });
      }),
    ),
  // A position ends at the tick that closes it, which may be looked at later: until then the day waits.
  readEnded: async (reader, { fromMs, toMs }) => {
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
    const [behind] = await rowsOf(
      reader,
      sql`select k.series_id from contract_cursors k where k.at < ${to}::timestamptz and exists (
          select from contract_positions p where p.series_id = k.series_id and p.status in ('pending', 'trading')
        ) limit 1`,
    );
    if (behind !== undefined) return undefined;
    const rows = await rowsOf<{
      market: string;
      direction: PositionSide;
      currency: string;
      count: number;
      won: number;
      lost: number;
      tied: number;
      staked: string;
      paid: string;
    }>(
      reader,
      sql`select m.symbol as market, p.side as direction, c.name as currency, count(*)::int as count,
          count(*) filter (where p.profit > 0)::int as won, count(*) filter (where p.profit < 0)::int as lost,
          count(*) filter (where p.profit = 0)::int as tied,
          trim_scale(sum(p.origin_margin + p.added_margin))::text as staked,
          trim_scale(sum(p.returned))::text as paid
        from contract_positions p join markets m on m.id = p.market_id join currencies c on c.id = p.currency_id
        where p.status = 'closed' and p.ended_at >= ${from}::timestamptz and p.ended_at < ${to}::timestamptz
        group by m.symbol, p.side, c.name`,
    );
    return rows.map((row) => ({
      ...row,
      contract: 'contract',
      void: 0,
      staked: decimal(row.staked),
      paid: decimal(row.paid),
    }));
  },
};

/** Their terms by version. */
export function readRules(reader: Reader): Promise<readonly RuleText[]> {
  return readTermTexts(reader, 'contract-terms', { versions: futuresVersions, codec: futuresVersionTerms });
}
