/** Receipts of the public log: what a position was from change to change, and the ticks that it met. */
import { sql } from 'drizzle-orm';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { formatPositionReceipt, type PositionResult } from '@halyard/contract/transparency/positionReceipt';
import { parsePosition } from '@halyard/contract/transparency/positionTerms';
import { areCommittedInTime } from '@halyard/contract/transparency/verifyPositionReceipt';
import { BusinessError } from '../../calls/errors.ts';
import type { Reader } from '../../db/database.ts';
import { readLoggedTerms } from '../../transparency/commitments.ts';
import { findTickEntries, proveEntries } from '../../transparency/proofs.ts';
import type { PublishedHead } from '../../transparency/publishedHead.ts';
import type { PositionRecord } from './positionRow.ts';
import { selectPositions } from './positionsRepository.ts';

/** Of a position that met no more entries than these the file has all of them, and shows that none closed it before. */
const LIFE_MAX = 600;
/** More than a year of nights; each of them has three entries in the file. */
const CHANGES_MAX = 500;

type Ended = PositionRecord & { readonly closeTick: NonNullable<PositionRecord['closeTick']> };

/**
 * The file of a closed position's receipt, against the newest tree that was published. Throws `BusinessError`:
 * POSITION_NOT_FOUND; POSITION_NOT_SEALED for what one file does not show, also while it is open.
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
  const chain = await readLoggedTerms(reader, { kind: 'contract', id });
  if (!isEnded(record) || result === undefined || chain === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const isShort = chain.length > 0 && chain.length <= CHANGES_MAX;
  const ticks = isShort ? await findTicks(reader, record, chain) : undefined;
  if (ticks === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const commits = chain.map(({ index }) => index);
  const file = await proveEntries(reader, await head.read(), [...commits, ...withBetween(ticks)]);
  const receipt = file && { chain, result, ...file };
  // When the log stood still, what was done meanwhile is not shown by it.
  if (receipt === undefined || !areCommittedInTime(receipt)) throw new BusinessError('POSITION_NOT_SEALED');
  return formatPositionReceipt(receipt);
}

/** What is isolated stands by its own; a part that was cut off has no terms, and that a series ended no tick shows. */
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

/** The entries of the ticks of changes and end, and of those beside them; undefined while one is not there. */
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
