/** Entries of prices, and of the quotes that make the prices of an index. */
import { isPositive, type Decimal } from '../money/money.ts';
import { assertAscending, readMany, type EntryFormat } from './entryFormat.ts';
import type { LineReader } from './LineReader.ts';

/** A price of a series. Its seq follows from its place. */
export type LoggedTick = { readonly atMs: number; readonly price: Decimal; readonly quantity: Decimal };

/** Ticks of a series without a gap. */
export type LoggedTicks = { readonly id: number; readonly firstSeq: number; readonly ticks: readonly LoggedTick[] };

/** Ticks that arrived in a second, ascending by series; empty when none arrived. */
export type PricesEntry = {
  readonly kind: 'prices';
  readonly sealedMs: number;
  readonly series: readonly LoggedTicks[];
};

/** The quote of one source; `null` where it was stale. */
export type Quote = {
  readonly source: string;
  readonly quoted: { readonly bid: Decimal; readonly ask: Decimal; readonly receivedMs: number } | null;
};

/** Quotes that make the ticks of live series. Ascending by series and seq, quotes by source. */
export type QuotesEntry = {
  readonly kind: 'quotes';
  readonly sealedMs: number;
  readonly ticks: readonly { readonly id: number; readonly seq: number; readonly quotes: readonly Quote[] }[];
};

const STALE = 'stale';

export const pricesFormat: EntryFormat<PricesEntry> = {
  read: (lines) => {
    const sealedMs = lines.line('sealed').whole();
    const series = readMany(lines, () => readTicks(lines));
    assertAscending(lines, series, (one, before) => one.id > before.id);
    return { sealedMs, series };
  },
  write: ({ sealedMs, series }) => [`sealed ${sealedMs}`, ...series.flatMap(writeTicks)],
};

export const quotesFormat: EntryFormat<QuotesEntry> = {
  read: (lines) => {
    const sealedMs = lines.line('sealed').whole();
    const ticks = readMany(lines, () => {
      const [id, seq] = [lines.line('series').whole(), lines.whole()];
      const quotes = readRun(lines, () => readQuote(lines));
      assertAscending(lines, quotes, (one, before) => one.source > before.source);
      return { id, seq, quotes };
    });
    if (ticks.length === 0) throw lines.fault('no quotes');
    assertAscending(
      lines,
      ticks,
      (one, before) => one.id > before.id || (one.id === before.id && one.seq > before.seq),
    );
    return { sealedMs, ticks };
  },
  write: ({ sealedMs, ticks }) => [
    `sealed ${sealedMs}`,
    ...ticks.flatMap(({ id, seq, quotes }) => [`series ${id} ${seq}`, ...quotes.map(writeQuote)]),
  ],
};

/** A line in an entry of prices. */
export function writeTick({ atMs, price, quantity }: LoggedTick): string {
  return `${atMs} ${price} ${quantity}`;
}

function readTicks(lines: LineReader): LoggedTicks {
  const [id, firstSeq] = [lines.line('series').whole(), lines.whole()];
  const ticks = readRun(lines, () => {
    const atMs = lines.line().whole();
    const price = lines.decimal();
    if (!isPositive(price)) throw lines.fault('not a price');
    return { atMs, price, quantity: lines.decimal() };
  });
  return { id, firstSeq, ticks };
}

function writeTicks({ id, firstSeq, ticks }: LoggedTicks): readonly string[] {
  return [`series ${id} ${firstSeq}`, ...ticks.map(writeTick)];
}

function readQuote(lines: LineReader): Quote {
  const source = lines.line().word();
  if (!lines.hasWord(STALE))
    return { source, quoted: { bid: lines.decimal(), ask: lines.decimal(), receivedMs: lines.whole() } };
  lines.word();
  return { source, quoted: null };
}

/** One line of a quotes entry. */
export function writeQuote({ source, quoted }: Quote): string {
  return quoted === null ? `${source} ${STALE}` : `${source} ${quoted.bid} ${quoted.ask} ${quoted.receivedMs}`;
}

/** Items up to the next series; at least one. */
function readRun<Item>(lines: LineReader, read: () => Item): readonly Item[] {
  const items: Item[] = [];
  while (lines.hasLine() && !lines.hasLine('series')) items.push(read());
  if (items.length === 0) throw lines.fault('a series without a line');
  return items;
}
