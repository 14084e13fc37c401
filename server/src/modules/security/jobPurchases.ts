/** Purchases that a job makes for a user: they are refused where the call of the user would be. */
import type { UserId } from '@halyard/contract/ids';
import type { LimitedProduct } from '@halyard/contract/limits/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import { listCountryRules, productsOffFor } from '../../countries/countryRules.ts';
import type { Transaction } from '../../db/database.ts';
import { readHalts } from '../../halts/halts.ts';
import { refuseFrozen } from './freeze.ts';

type Bought = {
  readonly product: LimitedProduct;
  /** Subjects whose halt refuses it. */
  readonly halting: ReadonlySet<string>;
};

/** Throws `BusinessError`: HALTED, ACCOUNT_FROZEN, PRODUCT_NOT_OFFERED. */
export async function requireMayBuy(tx: Transaction, userId: UserId, { product, halting }: Bought): Promise<void> {
  const halt = (await readHalts(tx)).find(({ subject }) => halting.has(subject));
  if (halt !== undefined) throw new BusinessError('HALTED', { reason: halt.reason });
  await refuseFrozen(tx, userId);
  const catalogue = { countryRules: () => listCountryRules(tx) };
  if ((await productsOffFor({ db: tx, catalogue }, userId)).includes(product)) {
    throw new BusinessError('PRODUCT_NOT_OFFERED');
  }
}
