/** The first trust products of a sandbox. */
import { decimal } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { trustVersions, type ProductTerms } from './versions.ts';

const usdt = (
  product: number,
  days: number,
  rate: string,
  penalty: Pick<ProductTerms, 'penaltyRule' | 'penaltyValue'>,
): ProductTerms => ({
  product,
  currency: 'USDT',
  days,
  rate: decimal(rate),
  minAmount: decimal('100'),
  maxAmount: decimal('50000'),
  capacity: decimal('5000000'),
  ...penalty,
});

const BY_DAYS = { penaltyRule: 'days_of_interest', penaltyValue: decimal('1.5') } as const;
const BY_RATIO = { penaltyRule: 'ratio_remaining', penaltyValue: decimal('0.4') } as const;

const PRODUCTS: ProductTerms[] = [
  usdt(1, 7, '2.8', BY_DAYS),
  usdt(2, 15, '6', BY_DAYS),
  usdt(3, 30, '13.5', BY_RATIO),
  {
    ...usdt(4, 30, '1', BY_DAYS),
    currency: 'BTC',
    minAmount: decimal('0.001'),
    maxAmount: decimal('5'),
    capacity: decimal('500'),
  },
  {
    ...usdt(5, 30, '1.5', BY_DAYS),
    currency: 'ETH',
    minAmount: decimal('0.01'),
    maxAmount: decimal('50'),
    capacity: decimal('5000'),
  },
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await trustVersions.addFirstVersion(db, () => ({ products: PRODUCTS }), clock.nowMs());
}
