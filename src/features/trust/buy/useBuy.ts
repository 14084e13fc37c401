import { useState } from 'react';
import * as z from 'zod/mini';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import type { CodedError } from '@halyard/contract/errors';
import { compare, min, parseDecimal, type Decimal } from '@halyard/contract/money';
import type { Renewal } from '@halyard/contract/trust/rules';
import { checkStake } from '@halyard/contract/options/stake';
import {
  checkUnverifiedLimit,
  useUnverifiedLimit,
  withinLimit,
  type UnverifiedLimit,
} from '../../../domain/exposure/useExposure.ts';
import { trustPurchase } from '../../../domain/trust/trustMutations.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { readAs, useDraft } from '../../../shared/storage/useDraft.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';

export const AMOUNT_PLACES = 8;
const readAmount = readAs(z.string().check(z.maxLength(64)));

/** State of the buy form. `error` is the one to show: a missing amount is an error only after a try. */
export function useBuy(product: TrustProduct) {
  // Kept while the user transfers money to the account.
  const draft = useDraft({ name: `trust.buy.${product.id}`, initial: '', read: readAmount });
  const { value: amountText, change: setAmountText } = draft;
  const [wasTried, setTried] = useState(false);
  const buying = useMoneyMutation(trustPurchase);
  const available = useBalance('trust', product.currency)?.available;
  const limit = useUnverifiedLimit(product.currency);
  const amount = parseDecimal(amountText);
  const error = buyError(product, amount, { available, limit });

  // An app update waits until nothing sent would be lost.
  useBusyWhile(buying.isSending);

  /** Returns whether it was bought. */
  async function buy(renewal: Renewal): Promise<boolean> {
    if (error !== undefined || amount === undefined || buying.isSending) return false;
    const outcome = await buying.send({ product: product.id, amount, termsHash: product.termsHash, renewal });
    if (outcome === undefined || outcome.error !== undefined) return false;
    setAmountText('');
    draft.forget();
    setTried(false);
    return true;
  }

  return {
    amountText,
    amount,
    available,
    limit,
    /**
     * For the button "All": the balance, within the largest order, the product's capacity and the verification limit.
     */
    most: withinLimit(available && min(available, product.maxAmount, product.left), limit),
    error: wasTried || error?.code !== 'AMOUNT_REQUIRED' ? error : undefined,
    buying,
    setAmount(text: string) {
      if (!buying.isSending) buying.reset();
      setAmountText(text);
    },
    /** Returns whether there is no error. */
    review() {
      setTried(true);
      return error === undefined;
    },
    buy,
  } as const;
}

/** A form and its actions. */
export type BuyControl = ReturnType<typeof useBuy>;

function buyError(
  { minAmount: minStake, maxAmount: maxStake, left }: TrustProduct,
  amount: Decimal | undefined,
  { available, limit }: { readonly available: Decimal | undefined; readonly limit: UnverifiedLimit | undefined },
): CodedError | undefined {
  const found = checkStake(amount, { minStake, maxStake });
  if (found !== undefined || amount === undefined) return found;
  if (compare(amount, left) > 0) return { code: 'PRODUCT_SOLD_OUT', params: { left } };
  const unverified = checkUnverifiedLimit(amount, limit);
  if (unverified !== undefined || available === undefined) return unverified;
  return compare(amount, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}
