/**
 * Receipts of options: the receipt written with the settlement, for the owner and everyone with its key, and the one
 * proved by the public log, with the terms committed to before the end and the ticks that decided it.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { getReceipt, type OptionReceipt } from '@halyard/contract/options/receiptCalls';
import type { OptionId, UserId } from '@halyard/contract/ids';
import { commitsTo, foundEntries } from '@halyard/contract/transparency/foundEntries';
import { formatReceipt, formatTerms, parseTerms, type CommittedOption } from '@halyard/contract/transparency/receipt';
import type { ReceiptFile } from '@halyard/contract/transparency/receiptFile';
import { isInTime, OUTCOME_OF } from '@halyard/contract/transparency/verifyReceipt';
import { decimal } from '@halyard/contract/money';
import { returnOf } from '@halyard/contract/options/rules';
import type { OptionTerms } from '@halyard/contract/options/terms';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readLoggedTerms, type LoggedTerms } from '../../transparency/commitments.ts';
import { findQuoteEntries, findTickEntries, proveEntries } from '../../transparency/proofs.ts';
import type { PublishedHead } from '../../transparency/publishedHead.ts';
import { readStoredReceipt, type Asker } from '../../transparency/storedReceipt.ts';
import { referenceOf } from './ledgerEntries.ts';
import { moneyOf, OPTION_COLUMNS, termsOf, type OptionRow, type NewOption } from './optionsRepository.ts';

const STORED = { receipts: 'option_receipts', column: 'option_id', records: 'options' };

/**
 * The receipt written with the settlement. Throws `BusinessError('OPTION_NOT_FOUND')`, also while the option is open.
 */
export async function readReceipt(reader: Reader, id: OptionId, asker: Asker): Promise<OptionReceipt> {
  const tables = { ...STORED, reference: referenceOf({ id }) };
  const stored = await readStoredReceipt<z.input<typeof getReceipt.answer>>(reader, tables, id, asker);
  if (stored === undefined) throw new BusinessError('OPTION_NOT_FOUND');
  return z.decode(getReceipt.answer, stored);
}

/** The fields that `even` has under `option/2`. */
function evenOf({ evenBand: band, evenEdge: edge }: OptionTerms): CommittedOption['even'] {
  return band === undefined || edge === undefined ? undefined : { band, edge };
}

/** The text that an option commits to. A tick that was logged late counts (docs/adr/0027-public-log-formats.md). */
export function committedText(id: number, { seriesId, terms, ...option }: NewOption): string {
  return formatTerms({
    id,
    market: terms.symbol,
    series: seriesId,
    direction: option.direction,
    stake: option.stake,
    currency: terms.currency,
    profitRatio: terms.profitRatio,
    feeRate: terms.feeRate,
    pricePlaces: terms.pricePrecision,
    even: evenOf(terms),
    entryDelayMs: terms.entryDelayMs,
    purchasedMs: Date.parse(option.purchasedAt),
    entry: option.open,
    expiresMs: Date.parse(option.dueAt),
    lateMs: null,
  });
}

/**
 * The receipt file of a settled option, proved against the newest published tree. Throws `BusinessError`:
 * OPTION_NOT_FOUND, OPTION_NOT_SEALED.
 */
export async function readLoggedReceipt(
  reader: Reader,
  head: PublishedHead,
  userId: UserId,
  id: OptionId,
): Promise<string> {
  const [row] = await rowsOf<OptionRow>(
    reader,
    sql`select ${OPTION_COLUMNS} from options o join price_series s on s.id = o.series_id
      where o.id = ${id} and o.user_id = ${userId}`,
  );
  if (row === undefined) throw new BusinessError('OPTION_NOT_FOUND');
  if (row.result === null) throw new BusinessError('OPTION_NOT_SEALED');
  const [logged] = (await readLoggedTerms(reader, { kind: 'option', id })) ?? [];
  const seqs = decidingSeqs(row);
  const ticks = await findTickEntries(reader, row.series_id, seqs);
  // The absence of a tick cannot be proved while a missed tick may still be filled in.
  const isWhole = row.end_seq !== null && logged !== undefined && ticks.length === seqs.length;
  const quotes = isWhole ? await findQuoteEntries(reader, row.series_id, seqs, ticks) : [];
  const places = [...(logged === undefined ? [] : [logged.index]), ...ticks, ...quotes];
  const file = isWhole ? await proveEntries(reader, await head.read(), places) : undefined;
  if (logged === undefined || file === undefined || !isCommitted(file, logged))
    throw new BusinessError('OPTION_NOT_SEALED');
  const { terms, nonce } = logged;
  const exit = row.end_price === null ? null : `${row.end_seq} ${decimal(row.end_price)}`;
  const paid = `${returnOf(row.result, moneyOf(row))} ${termsOf(row).currency}`;
  return formatReceipt({ terms, nonce, result: { outcome: OUTCOME_OF[row.result], exit, paid }, ...file });
}

/** Whether the terms were logged in time: while the log was stopped, purchases were not committed in time. */
function isCommitted(file: ReceiptFile, { terms, nonce }: LoggedTerms): boolean {
  const commit = commitsTo(foundEntries(file), { terms, nonce });
  return commit !== undefined && isInTime(commit.loggedMs, parseTerms(terms));
}

/**
 * The opening tick with the neighbour that proves it, before or after it depending on the rule, the last tick before
 * the end and the first one at or after it.
 */
function decidingSeqs(row: OptionRow): readonly number[] {
  const { open_seq: openSeq, before_seq: beforeSeq, end_seq: endSeq } = row;
  const opened = Number(openSeq);
  const beside = termsOf(row).entryDelayMs === undefined ? opened + 1 : Math.max(1, opened - 1);
  const seqs = [opened, beside, beforeSeq === null ? undefined : Number(beforeSeq), endSeq && Number(endSeq)];
  return [...new Set(seqs.filter((seq) => typeof seq === 'number'))];
}
