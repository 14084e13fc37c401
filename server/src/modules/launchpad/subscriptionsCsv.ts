/** All subscriptions of a user as CSV, newest first. */
import type * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import {
  SUBSCRIPTIONS_CSV_COLUMNS,
  type Subscription,
  type subscriptionsCsvRequest,
} from '@halyard/contract/launchpad/calls';
import { cell, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { selectSubscriptions } from './subscriptionsRepository.ts';

export async function readSubscriptionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof subscriptionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  const owner = { userId, language: 'en' } as const;
  return openCsv({
    columns: SUBSCRIPTIONS_CSV_COLUMNS,
    cellsOf,
    read: (limit, last: Subscription | undefined) =>
      selectSubscriptions(db, owner, { ...filter, before: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function cellsOf(own: Subscription): Readonly<Record<(typeof SUBSCRIPTIONS_CSV_COLUMNS)[number], string>> {
  return {
    at: own.at,
    coin: cell(own.coin),
    price: own.price,
    currency: cell(own.currency),
    amount: own.amount,
    state: own.state,
    allotted: own.allotted ?? '',
    interest: own.allotted === null ? '' : own.interest,
    paid: own.paid ?? '',
    released: own.released ?? '',
    unlock_at: own.unlockAt ?? '',
    terms_hash: own.termsHash,
    id: String(own.id),
  };
}
