/** The taxable events of a year as CSV. */
import type * as z from 'zod/mini';
import { TAX_CSV_COLUMNS, type taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import type { UserId } from '@halyard/contract/ids';
import { isZero, type Decimal } from '@halyard/contract/money';
import { advanceCost, type CostBook, type CostStep } from '@halyard/contract/wallet/cost';
import { taxEventOf, type TaxEvent } from '@halyard/contract/wallet/tax';
import { cell, csvLine } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { selectPiece, type StoredChange, type StoredEntry } from './costRepository.ts';

type Columns = Readonly<Record<(typeof TAX_CSV_COLUMNS)[number], string>>;

/** Text of an unknown figure: an empty cell would look like zero. */
export const UNKNOWN = 'unknown';

/**
 * The file in pieces: the header row, then a line for each event, oldest first. Costs are folded from the first entry
 * on, so a late year reads the earlier ones too.
 */
export async function* readTaxCsv(
  db: Database,
  userId: UserId,
  { year }: z.output<typeof taxCsvRequest>,
): AsyncGenerator<string> {
  yield `${TAX_CSV_COLUMNS.join(',')}\r\n`;
  let book: CostBook = {};
  let after = 0;
  for (;;) {
    const piece = await selectPiece(db, userId, after);
    const lines = piece.entries.map((entry) => {
      const made = advanceCost(book, entry);
      book = made.book;
      return yearOf(entry) === year ? linesOf(entry, made.steps) : '';
    });
    const text = lines.join('');
    if (text !== '') yield text;
    // Entries are numbered almost in the order of their times: an entry a year later certainly comes after all of this
    // year.
    if (piece.isLast || piece.entries.some((entry) => yearOf(entry) > year + 1)) return;
    after = piece.through;
  }
}

function yearOf({ at }: Pick<StoredEntry, 'at'>): number {
  return new Date(at).getUTCFullYear();
}

function linesOf(entry: StoredEntry, steps: readonly CostStep<StoredChange>[]): string {
  return steps
    .map((step) => {
      const event = taxEventOf(entry.kind, step, step.fee);
      return event === undefined ? '' : csvLine(TAX_CSV_COLUMNS, cellsOf(entry, event));
    })
    .join('');
}

function cellsOf(entry: StoredEntry, event: TaxEvent): Columns {
  const charged = entry.changes.find(({ fee }) => !isZero(fee));
  return {
    at_utc: entry.at,
    event: event.event,
    kind: entry.kind,
    currency: cell(event.currency),
    amount: event.amount,
    proceeds_usdt: figure(event.proceeds),
    cost_usdt: figure(event.cost),
    gain_usdt: figure(event.gain),
    cost_of_received_usdt: figure(event.basis),
    ...feeCells(charged),
    reference: cell(entry.reference),
    id: String(entry.id),
  };
}

function feeCells(charged: StoredChange | undefined): Pick<Columns, 'fee' | 'fee_currency'> {
  return charged === undefined
    ? { fee: '0', fee_currency: '' }
    : { fee: charged.fee, fee_currency: cell(charged.currency) };
}

function figure(value: Decimal | null): string {
  return value ?? UNKNOWN;
}
