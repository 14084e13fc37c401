/** Receipts of the public log: the states of a position from change to change, and the ticks that it met. */
import { sql } from 'drizzle-orm';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { formatPositionReceipt, type PositionResult } from '@halyard/contract/transparency/positionReceipt';
import { parsePosition } from '@halyard/contract/transparency/positionTerms';
import { areCommittedInTime } from '@halyard/contract/transparency/verifyPositionReceipt';
import { BusinessError } from '../../calls/errors.ts';
import type { Reader } from '../../db/database.ts';
import { readSealed } from '../../transparency/commitments.ts';
import { findTickEntries, proveEntries } from '../../transparency/proofs.ts';
import type { PublishedHead } from '../../transparency/publishedHead.ts';
import type { PositionRecord } from './positionRow.ts';
import { selectPositions } from './positionsRepository.ts';

/**
 * For a position with at most this many entries during its life, the file contains all of them, which proves that no
 * earlier tick closed it.
 */
const LIFE_MAX = 600;
/** More than a year of midnights; each has three entries in the file. */
const CHANGES_MAX = 500;

type Ended = PositionRecord & { readonly closeTick: NonNullable<PositionRecord['closeTick']> };

/**
 * The receipt file of a closed position, proved against the newest published tree. Throws `BusinessError`:
 * POSITION_NOT_FOUND; POSITION_NOT_SEALED when one file cannot prove it, also while it is open.
 */
export async function readLoggedPosition(
  reader: Reader,
  head: PublishedHead,
  userId: UserId,
  id: PositionId,
): Promise<string> {
  const [record] = await selectPositions(reader, sql`where p.id = ${id} and p.user_id = ${userId}`);
  if (record === undefined) throw new BusinessError('POSITION_NOT_FOUND');
  const result = resultOf(record);
  const chain = await readSealed(reader, { kind: 'contract', id });
  if (!isEnded(record) || result === undefined || chain === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const isShort = chain.length > 0 && chain.length <= CHANGES_MAX;
  const ticks = isShort ? await findTicks(reader, record, chain) : undefined;
  if (ticks === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const commits = chain.map(({ index }) => index);
  const file = await proveEntries(reader, await head.read(), [...commits, ...withBetween(ticks)]);
  const receipt = file && { chain, result, ...file };
  // While the log was stopped, changes were not committed in time.
  if (receipt === undefined || !areCommittedInTime(receipt)) throw new BusinessError('POSITION_NOT_SEALED');
  return formatPositionReceipt(receipt);
}

/**
 * Only isolated positions can be proved by their own ticks; closed parts have no terms, and no tick proves the end of a
 * series.
 */
function isEnded(record: PositionRecord): record is Ended {
  return record.mode === 'isolated' && record.parentId === null && record.closeTick !== null;
}

function resultOf(record: PositionRecord): PositionResult | undefined {
  const { closeReason, closeTick, profit, returned, terms } = record;
  const isShown = closeReason !== null && closeReason !== 'series_ended' && closeReason !== 'house_limit';
  if (!isShown || closeTick === null || profit === null || returned === null) return undefined;
  const { currency } = terms;
  return {
    outcome: closeReason,
    exit: `${closeTick.seq} ${closeTick.price}`,
    profit: `${profit} ${currency}`,
    paid: `${returned} ${currency}`,
  };
}

/** The entries of the ticks of changes and end, and of their neighbours; undefined when one is missing. */
async function findTicks(
  reader: Reader,
  { seriesId, closeTick }: Ended,
  chain: readonly { readonly terms: string }[],
): Promise<readonly number[] | undefined> {
  const changed = chain.map(({ terms }) => parsePosition(terms).tick.seq);
  const first = changed[0] ?? closeTick.seq;
  const seqs = [...changed.flatMap((seq) => [seq, seq + 1]), closeTick.seq - 1, closeTick.seq];
  const wanted = [...new Set(seqs.filter((one) => one >= first))];
  const found = await findTickEntries(reader, seriesId, wanted);
  return found.length === wanted.length ? found : undefined;
}

function withBetween(found: readonly number[]): readonly number[] {
  const [first, last] = [Math.min(...found), Math.max(...found)];
  return last - first < LIFE_MAX ? Array.from({ length: last - first + 1 }, (_, place) => first + place) : found;
}
