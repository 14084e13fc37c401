import type * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import { TRUST_CSV_COLUMNS, type trustCsvRequest } from '@halyard/contract/trust/calls';
import { endsOn, startsOn } from '@halyard/contract/trust/rules';
import { cell, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import type { OrderRecord } from './orderRow.ts';
import { listOrders } from './ordersRepository.ts';

export async function readOrdersCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof trustCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: TRUST_CSV_COLUMNS,
    cellsOf: orderCells,
    read: (limit, last: OrderRecord | undefined) =>
      listOrders(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function orderCells(order: OrderRecord): Readonly<Record<(typeof TRUST_CSV_COLUMNS)[number], string>> {
  const { terms, boughtOn, days } = order;
  return {
    bought_at: order.boughtAt,
    start_at: startsOn(boughtOn),
    end_at: endsOn(boughtOn, days),
    ended_at: order.endedAt ?? '',
    status: cell(order.status),
    amount: order.amount,
    currency: cell(terms.currency),
    days: String(days),
    interest_rate: terms.rate,
    interest: order.interest,
    interest_paid: order.paid,
    days_paid: String(order.paidDays),
    penalty: order.penalty ?? '',
    terms_hash: cell(order.termsHash),
    id: String(order.id),
  };
}
