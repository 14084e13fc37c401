import type * as z from 'zod/mini';
import { POSITIONS_CSV_COLUMNS, type positionsCsvRequest } from '@halyard/contract/futures/calls';
import type { UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { cell, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { listOwn } from './readPositions.ts';

/** All positions of a user as CSV, newest first, each in its state when its line is read. Errors: RANGE_INVALID. */
export async function readPositionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof positionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: POSITIONS_CSV_COLUMNS,
    cellsOf: positionCells,
    read: (limit, last: FuturesPosition | undefined) =>
      listOwn(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function positionCells(position: FuturesPosition): Readonly<Record<(typeof POSITIONS_CSV_COLUMNS)[number], string>> {
  const isClosed = position.status === 'closed';
  const whenSet = (price: string) => (price === '0' ? '' : price);
  return {
    submitted_at: position.submittedAt,
    opened_at: position.openedAt ?? '',
    ended_at: position.endedAt ?? '',
    pair: cell(position.symbol),
    side: cell(position.side),
    margin_mode: cell(position.mode),
    leverage: String(position.leverage),
    lots: String(position.lots),
    quantity: position.quantity,
    open_price: position.openPrice,
    close_price: isClosed ? position.markPrice : '',
    stop_profit: whenSet(position.stopProfit),
    stop_loss: whenSet(position.stopLoss),
    margin: position.originMargin,
    added_margin: position.addedMargin,
    fee: position.fee,
    overnight: position.overnightTotal,
    currency: cell(position.currency),
    status: cell(position.status),
    close_reason: cell(position.closeReason ?? ''),
    profit: isClosed ? position.realizedProfit : '',
    returned: isClosed ? position.returned : '',
    shortfall: isClosed ? position.shortfall : '',
    price_source: cell(position.priceSource),
    terms_hash: cell(position.termsHash),
    id: String(position.id),
    parent_id: position.parentId === null ? '' : String(position.parentId),
  };
}
