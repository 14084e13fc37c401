import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import type { Direction } from '@halyard/contract/options/rules';
import { EVEN_CHANCE_PLACES } from '@halyard/contract/options/evenChance';
import {
  END_TICK_WITHIN_MS,
  ENTRY_TICK_WITHIN_MS,
  EVEN_RATIO_MAX,
  OPTION_SHARES,
} from '@halyard/contract/options/rules';
import { OPTION_RULES } from '@halyard/contract/options/terms';
import { add, decimal, ZERO } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { PublicProduct } from '../../module.ts';
import { houseSideOf } from '../../terms/houseSide.ts';
import { readTermTexts, type RuleText } from '../../terms/ruleTexts.ts';
import { readOpenSides } from './figures.ts';
import { readCapital } from './house.ts';
import { optionVersions, optionVersionTerms } from './versions.ts';

export const publicProduct: PublicProduct = {
  readHouse: async (reader) => {
    const currencies = await rowsOf<{ id: number; name: string }>(
      reader,
      sql`select id, name from currencies where is_option order by sort, id`,
    );
    return Promise.all(
      currencies.map(async ({ id, name: currency }) => {
        const currencyId = id as CurrencyId;
        const sides = await readOpenSides(reader, currencyId);
        return houseSideOf(await readCapital(reader, currencyId), OPTION_SHARES, {
          kind: 'option',
          currency,
          atRisk: add(ZERO, ...sides.map(({ payout }) => payout)),
          open: sides.reduce((sum, { options }) => sum + options, 0),
          insurance: null,
        });
      }),
    );
  },
  // An option belongs to the day of its end. Options that the current log never committed to are not counted: the log
  // began after them.
  readEnded: async (reader, { fromMs, toMs }) => {
    const ends = sql`o.due_at >= ${iso(fromMs)}::timestamptz and o.due_at < ${iso(toMs)}::timestamptz`;
    const committed = sql`exists (
      select from log_commits l where l.kind = 'option' and l.subject = o.id and l.idx is not null
    )`;
    const [open] = await rowsOf(reader, sql`select o.id from options o where o.settled_at is null and ${ends} limit 1`);
    if (open !== undefined) return undefined;
    const rows = await rowsOf<{
      market: string;
      direction: Direction;
      currency: string;
      count: number;
      won: number;
      lost: number;
      tied: number;
      void: number;
      staked: string;
      paid: string;
    }>(
      reader,
      sql`select m.symbol as market, o.direction, c.name as currency, count(*)::int as count,
          count(*) filter (where o.result = 'win')::int as won, count(*) filter (where o.result = 'lose')::int as lost,
          count(*) filter (where o.result = 'tie')::int as tied, count(*) filter (where o.result = 'void')::int as void,
          trim_scale(sum(o.stake + o.fee))::text as staked, trim_scale(sum((r.receipt ->> 'returned')::numeric))::text as paid
        from options o join markets m on m.id = o.market_id join currencies c on c.id = o.currency_id
          join option_receipts r on r.option_id = o.id
        where ${ends} and ${committed} group by m.symbol, o.direction, c.name`,
    );
    return rows.map((row) => ({ ...row, contract: 'option', staked: decimal(row.staked), paid: decimal(row.paid) }));
  },
};

/** The rule that settles options, and their terms by version. */
export async function readRules(reader: Reader): Promise<readonly RuleText[]> {
  const terms = { versions: optionVersions, codec: optionVersionTerms };
  return [{ name: 'option-rule', text: RULE }, ...(await readTermTexts(reader, 'option-terms', terms))];
}

const [BEFORE, AFTER] = OPTION_RULES;
const RULE = `${BEFORE}
An option is decided by two ticks of the price series that it names: the last one at the purchase, and the first one at
or after its end. The second one must be at most ${END_TICK_WITHIN_MS} ms after the end; otherwise the option is void,
and stake and fee go back.
Prices are compared at the places of the market. Up wins when the second one is higher, down when it is lower, and even
when it is the same. When it is the same, up and down tie, and the stake goes back.
A win pays the stake and the profit ratio of it. The fee is the exchange's unless the option is void.
The house sets aside what a win pays when an option is bought. Of its capital it promises at most ${OPTION_SHARES.order} %
to one option, ${OPTION_SHARES.user} % to one user, ${OPTION_SHARES.side} % to one direction of a market and ${OPTION_SHARES.all} % in all.

${AFTER}
As ${BEFORE}, but for the first tick and for even. The first tick is the first one of the series at or after the purchase
and the entry_delay_ms of the terms. It must be at most ${ENTRY_TICK_WITHIN_MS} ms after that; otherwise nothing is bought.
The end is the purchase and the delivery time. Even wins when the second tick lies within the band of its terms: the distance of the two
prices is at most the band. It is offered on simulated series alone, whose model (schwartz-2) is published.
Its chance p is that of the model from the price of the first tick on, over n ticks of a second each, on the steps of the
market's price, every tick rounded as the model rounds it, to ${EVEN_CHANCE_PLACES} digits of a percent. n is the time from the first tick to the
end in seconds, rounded up to a whole number.
The ratio is (100 - edge) / p - 1, rounded down to hundredths and at most ${EVEN_RATIO_MAX} %. The edge, in percent, is half of what the
profit ratio of up and down at the same delivery time leaves of 100.
`;

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
