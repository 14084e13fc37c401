/** `operator exposure contracts`: what is open by market, and the capital that stands behind it. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, decimal, divide, isZero, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { FUTURES_SHARES, type PositionSide } from '@halyard/contract/futures/position';
import { shareOf } from '@halyard/contract/houseLimits';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { OperatorCommand } from '../../operator/command.ts';
import { formatFields, formatTable } from '../../operator/text.ts';
import { sheetsOf, type Currency, type Sheet } from './currencySheets.ts';
import { readCapital } from './house.ts';

export const EXPOSURE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'contracts',
  args: [],
  options: [],
  summary: 'open positions by market, what the house may have to pay, and its capital',
  run: ({ db }) => sheetsOf(db, exposureOf),
};

const PERCENT_PLACES = 2;
const HUNDRED = decimal('100');
const COLUMNS = [
  ['market', ({ symbol }) => symbol],
  ['open', ({ positions }) => positions],
  ['long lots', ({ long }) => long.lots],
  ['short lots', ({ short }) => short.lots],
  ['long', ({ long }) => long.quantity],
  ['short', ({ short }) => short.quantity],
  ['net', ({ net }) => net],
  ['longs win at most', ({ long }) => long.reserve],
  ['shorts win at most', ({ short }) => short.reserve],
  ['worst case', ({ worst }) => worst],
] as const satisfies readonly (readonly [string, (market: MarketExposure) => string | number])[];

async function exposureOf(db: Reader, { id, name: currency }: Currency): Promise<Sheet> {
  const sides = await readOpenSides(db, id);
  const { capital, available, held } = await readCapital(db, id);
  const symbols = [...new Set(sides.map(({ symbol }) => symbol))];
  const markets = symbols.map((symbol) => marketExposure(symbol, sides));
  const used = isZero(capital) ? ZERO : divide(multiply(held, HUNDRED), capital, PERCENT_PLACES, 'up');
  const money = { capital, available, held, used, most: shareOf(capital, FUTURES_SHARES.all) };
  const fields = formatFields([
    ['currency', currency],
    ['capital', capital],
    ['available', available],
    ['set aside for winners', `${held} (${used} %)`],
    ['of it at most', `${money.most} (${FUTURES_SHARES.all} %)`],
  ]);
  const rows = markets.map((market) => COLUMNS.map(([, cellOf]) => cellOf(market)));
  const columns = COLUMNS.map(([title]) => ({ title, isRight: title !== 'market' }));
  return {
    data: { currency, ...money, markets },
    text: `${fields}\n\n${formatTable(columns, rows, 'No position is open.')}`,
  };
}

/** What is open on one side of a market. */
type OpenSide = {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly positions: number;
  readonly lots: number;
  /** Of the base currency. */
  readonly quantity: Decimal;
  readonly reserve: Decimal;
};

/** What is open in a currency, by market and side. */
export async function readOpenSides(reader: Reader, currencyId: CurrencyId): Promise<OpenSide[]> {
  const rows = await rowsOf<Omit<OpenSide, 'quantity' | 'reserve'> & { quantity: string; reserve: string }>(
    reader,
    sql`select m.symbol, p.side, count(*)::integer as positions, sum(p.lots)::integer as lots,
        sum(p.quantity)::text as quantity, sum(p.reserve)::text as reserve
      from contract_positions p join markets m on m.id = p.market_id
      where p.status = 'trading' and p.currency_id = ${currencyId}
      group by m.sort, m.id, m.symbol, p.side order by m.sort, m.id, p.side`,
  );
  return rows.map((row) => ({ ...row, quantity: decimal(row.quantity), reserve: decimal(row.reserve) }));
}

/** `net`: long quantity less short. At worst all win, since each begins and ends at prices of its own. */
function marketExposure(symbol: string, sides: readonly OpenSide[]) {
  const sumOf = (side: PositionSide) => {
    const found = sides.find((one) => one.symbol === symbol && one.side === side);
    const { positions = 0, lots = 0, quantity = ZERO, reserve = ZERO } = found ?? {};
    return { positions, lots, quantity, reserve };
  };
  const [long, short] = [sumOf('long'), sumOf('short')];
  return {
    symbol,
    positions: long.positions + short.positions,
    long,
    short,
    net: subtract(long.quantity, short.quantity),
    worst: add(long.reserve, short.reserve),
  };
}
type MarketExposure = ReturnType<typeof marketExposure>;
