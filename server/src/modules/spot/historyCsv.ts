/** What the files of a user's orders and of his executions have in common. */
import type { Side } from '@halyard/contract/calls/spot';
import type { Decimal } from '@halyard/contract/money';
import { cell, openCsv, type CsvSource } from '../../calls/csvFile.ts';
import type { Page } from './orderHistory.ts';

const BATCH_ROWS = 500;

type Row<I> = { readonly id: I; readonly symbol: string; readonly side: Side; readonly quantity: Decimal };

/** The file in pieces, the header row first; each row is in it once, since those after the last one that was read are read by its id. `select` reads a page, newest first. */
export function openHistoryCsv<C extends string, I, R extends Row<I>>(
  source: Pick<CsvSource<C, R>, 'columns' | 'cellsOf'>,
  select: (after: I | undefined, page: Page) => Promise<readonly R[]>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    ...source,
    batchRows: BATCH_ROWS,
    read: (limit, after: R | undefined) => select(after?.id, { limit, offset: 0 }),
  });
}

/** The cells that both files have. Prices, quantities and fees are digits and a point, and must stay numbers. */
export function sharedCells(row: Row<number> & { readonly feeCurrency?: string | undefined }) {
  return {
    pair: cell(row.symbol),
    side: cell(row.side),
    quantity: row.quantity,
    fee_currency: cell(row.feeCurrency ?? ''),
    id: String(row.id),
  };
}
