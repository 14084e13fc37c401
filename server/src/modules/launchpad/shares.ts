/** The allotment of an offering: public rows without names, and each participant's own row. */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OfferingId, UserId } from '@halyard/contract/ids';
import {
  SHARES_CSV_COLUMNS,
  type OwnShare,
  type Share,
  type sharesCsvRequest,
} from '@halyard/contract/launchpad/calls';
import { BusinessError } from '../../calls/errors.ts';
import { openCsv } from '../../calls/csvFile.ts';
import type { Page } from '../../calls/paging.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { OfferingStatus } from './offeringsRepository.ts';

// The salt and the id as text, concatenated.
const PARTICIPANT = sql`encode(sha256(convert_to(p.salt || p.user_id, 'UTF8')), 'hex')`;
const COLUMNS = sql`p.row, ${PARTICIPANT} as participant, p.demand::text as demand, p.cap::text as cap, p.units::text as units`;
const UNALLOTTED: readonly OfferingStatus[] = ['subscribing', 'withdrawing', 'withdrawn'];

/** Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
async function requireAllotted(reader: Reader, id: OfferingId): Promise<void> {
  const [offering] = await rowsOf<{ status: OfferingStatus }>(
    reader,
    sql`select status from offerings where id = ${id}`,
  );
  if (offering === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  if (UNALLOTTED.includes(offering.status)) throw new BusinessError('OFFER_NOT_ALLOTTED');
}

function selectShares(reader: Reader, id: OfferingId, rest: SQL): Promise<Share[]> {
  return rowsOf<Share>(reader, sql`select ${COLUMNS} from offering_shares p where p.offering_id = ${id} ${rest}`);
}

/** A page of participants. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
export async function readShares(reader: Reader, id: OfferingId, { limit, offset }: Page) {
  await requireAllotted(reader, id);
  const rows = await selectShares(reader, id, sql`and p.row > ${offset} order by p.row limit ${limit}`);
  const [all] = await rowsOf<{ total: number }>(
    reader,
    sql`select coalesce(max(row), 0)::int as total from offering_shares where offering_id = ${id}`,
  );
  return { rows, total: all?.total ?? 0 };
}

/** A user's own row; null without participation. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
export async function readOwnShare(reader: Reader, id: OfferingId, userId: UserId): Promise<OwnShare | null> {
  await requireAllotted(reader, id);
  const [row] = await rowsOf<Share & { salt: string }>(
    reader,
    sql`select ${COLUMNS}, p.salt from offering_shares p where p.offering_id = ${id} and p.user_id = ${userId}`,
  );
  if (row === undefined) return null;
  const { salt, ...share } = row;
  return { share, salt };
}

/** All participants. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
export async function readSharesCsv(
  db: Database,
  { id }: z.output<typeof sharesCsvRequest>,
): Promise<AsyncGenerator<string>> {
  await requireAllotted(db, id);
  return openCsv({
    columns: SHARES_CSV_COLUMNS,
    read: (limit, last: Share | undefined) =>
      selectShares(db, id, sql`and p.row > ${last?.row ?? 0} order by p.row limit ${limit}`),
    cellsOf: ({ row, participant, demand, cap, units }) => ({
      row: String(row),
      participant,
      demand,
      cap: cap ?? '',
      units,
    }),
  });
}
