/** A user's coins as CSV: their value now, their cost, and their unrealised gain. */
import { HOLDINGS_CSV_COLUMNS, type OwnCost } from '@halyard/contract/wallet/costCalls';
import type { UserId } from '@halyard/contract/ids';
import { isPositive, ONE, type Decimal } from '@halyard/contract/money';
import { averageCost, COST_UNIT, unrealisedProfit } from '@halyard/contract/wallet/cost';
import { cell, csvLine } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { readCosts } from './cost.ts';
import { selectOwned } from './costRepository.ts';
import { UNKNOWN } from './taxCsv.ts';

type Columns = Readonly<Record<(typeof HOLDINGS_CSV_COLUMNS)[number], string>>;

const METHOD = 'average cost';

/** The file: the header row, then a line for each owned currency, in the exchange's order. */
export async function* readHoldingsCsv(db: Database, userId: UserId): AsyncGenerator<string> {
  const [{ positions }, owned, markets] = await Promise.all([
    readCosts(db, userId),
    selectOwned(db, userId),
    listMarketRecords(db),
  ]);
  yield `${HOLDINGS_CSV_COLUMNS.join(',')}\r\n`;
  for (const { id, name, amount } of owned) {
    const position = positions.find(({ currency }) => currency === name);
    const row = name === COST_UNIT ? unitOf(amount) : position && coinOf(position, usdtPriceOf({ id, name }, markets));
    if (row !== undefined && isPositive(amount)) yield csvLine(HOLDINGS_CSV_COLUMNS, row);
  }
}

function coinOf(position: OwnCost, price: Decimal | undefined): Columns {
  const profit = unrealisedProfit(position, price);
  const worth = unrealisedProfit({ ...position, cost: ONE }, price)?.worth;
  return {
    currency: cell(position.currency),
    amount: position.amount,
    price_usdt: price ?? UNKNOWN,
    worth_usdt: worth ?? UNKNOWN,
    average_cost_usdt: averageCost(position) ?? UNKNOWN,
    cost_usdt: position.cost ?? UNKNOWN,
    unrealised_profit_usdt: profit?.amount ?? UNKNOWN,
    // Without a cost there is no percentage.
    unrealised_profit_percent: profit === undefined ? UNKNOWN : (profit.percent ?? ''),
    cost_unknown_since_utc: position.unknownSince ?? '',
    method: METHOD,
  };
}

/** The currency of costs: its value and cost equal its amount. */
function unitOf(amount: Decimal): Columns {
  return {
    currency: COST_UNIT,
    amount,
    price_usdt: ONE,
    worth_usdt: amount,
    average_cost_usdt: ONE,
    cost_usdt: amount,
    unrealised_profit_usdt: '0',
    unrealised_profit_percent: '0',
    cost_unknown_since_utc: '',
    method: METHOD,
  };
}
