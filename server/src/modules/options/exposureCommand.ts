import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { shareOf } from '@halyard/contract/houseLimits';
import { OPTION_SHARES, type Direction } from '@halyard/contract/options/rules';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { OperatorCommand } from '../../operator/command.ts';
import { formatFields, formatTable } from '../../operator/text.ts';
import { readOpenSides, type OpenSide } from './figures.ts';
import { readCapital } from './house.ts';

export const EXPOSURE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'options',
  args: [],
  options: [],
  summary: 'open options by market, what the house may have to pay, and its capital',
  run: async ({ db }) => {
    const currencies = await rowsOf<{ id: number; name: string }>(
      db,
      sql`select id, name from currencies where is_option order by sort, id`,
    );
    const sheets = await Promise.all(currencies.map(({ id, name }) => exposureOf(db, id as CurrencyId, name)));
    return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
  },
};

async function exposureOf(db: Reader, currencyId: CurrencyId, currency: string) {
  const sides = await readOpenSides(db, currencyId);
  const { capital, available, held } = await readCapital(db, currencyId);
  const symbols = [...new Set(sides.map(({ symbol }) => symbol))];
  const markets = symbols.map((symbol) =>
    marketExposure(
      symbol,
      sides.filter((side) => side.symbol === symbol),
    ),
  );
  const columns = ['market', 'open', 'stakes', 'up pays', 'down pays', 'even pays', 'net', 'worst case'].map(
    (title) => ({
      title,
      isRight: title !== 'market',
    }),
  );
  const rows = markets.map(({ symbol, options, stake, up, down, even, net, worst }) => [
    symbol,
    options,
    stake,
    up,
    down,
    even,
    net,
    worst,
  ]);
  const money = { capital, available, held, most: shareOf(capital, OPTION_SHARES.all) };
  const fields = formatFields([
    ['currency', currency],
    ['capital', capital],
    ['available', available],
    ['set aside for winners', held],
    ['of it at most', money.most],
  ]);
  return {
    data: { currency, ...money, markets },
    text: `${fields}\n\n${formatTable(columns, rows, 'No option is open.')}`,
  };
}

/**
 * `net`: how much more rising prices cost than falling ones. `worst`: all win, which is possible since each option has
 * its own opening price.
 */
function marketExposure(symbol: string, sides: readonly OpenSide[]) {
  const payoutOf = (direction: Direction): Decimal =>
    sides.find((side) => side.direction === direction)?.payout ?? ZERO;
  const [up, down, even] = [payoutOf('up'), payoutOf('down'), payoutOf('even')];
  return {
    symbol,
    options: sides.reduce((total, { options }) => total + options, 0),
    stake: add(ZERO, ...sides.map(({ stake }) => stake)),
    up,
    down,
    even,
    net: subtract(up, down),
    worst: add(up, down, even),
  };
}
