import type * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import { type Option, OPTIONS_CSV_COLUMNS, type optionsCsvRequest } from '@halyard/contract/options/calls';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { systemClock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { selectOptions } from './optionsRepository.ts';

/** All options of a user as CSV, newest first, each in its state when its line is read. Errors: RANGE_INVALID. */
export async function readOptionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof optionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: OPTIONS_CSV_COLUMNS,
    cellsOf: optionCells,
    read: (limit, last: Option | undefined) =>
      selectOptions(db, userId, { ...filter, after: last?.id }, { limit, offset: 0, nowMs: systemClock.nowMs() }),
  });
}

// Missing values are empty cells.
function optionCells(option: Option): Readonly<Record<(typeof OPTIONS_CSV_COLUMNS)[number], string>> {
  return {
    purchased_at: option.purchasedAt,
    due_at: option.dueAt,
    settled_at: option.settledAt ?? '',
    pair: cell(option.symbol),
    direction: cell(option.direction),
    seconds: String(option.seconds),
    stake: option.stake,
    fee: option.fee,
    currency: cell(option.currency),
    profit_ratio: option.profitRatio,
    open_price: option.openPrice,
    end_price: option.result === null || option.result === 'void' ? '' : option.endPrice,
    status: cell(option.status),
    result: cell(option.result ?? ''),
    void_reason: cell(option.voidReason ?? ''),
    profit: option.result === null ? '' : option.profit,
    price_source: cell(option.priceSource),
    terms_hash: cell(option.termsHash),
    id: String(option.id),
  };
}
