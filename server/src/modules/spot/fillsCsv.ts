/** All executions of a user as CSV. */
import { type Fill, FILLS_CSV_COLUMNS, type fillsCsvRequest } from '@halyard/contract/calls/spot';
import type { UserId } from '@halyard/contract/calls/ids';
import { quoteAmount } from '@halyard/contract/rules/spot';
import type * as z from 'zod/mini';
import { cell } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { openHistoryCsv, sharedCells } from './historyCsv.ts';
import { selectFills } from './orderHistory.ts';

type Columns = Readonly<Record<(typeof FILLS_CSV_COLUMNS)[number], string>>;

/**
 * The file in pieces: the header row, then a line for each execution, newest first. One that is there when the reading begins is in it once, whatever is
 * written meanwhile. Errors: RANGE_INVALID.
 */
export async function readFillsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof fillsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openHistoryCsv({ columns: FILLS_CSV_COLUMNS, cellsOf }, (after: Fill['id'] | undefined, page) =>
    selectFills(db, userId, { ...filter, after }, page),
  );
}

function cellsOf(fill: Fill): Columns {
  return {
    ...sharedCells(fill),
    at: fill.at,
    price: fill.price,
    total: quoteAmount(fill.quantity, fill.price),
    fee: fill.fee,
    role: cell(fill.role),
    order_id: String(fill.orderId),
  };
}
