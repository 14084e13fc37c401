/** What each product declares for the parts that all share; `<product>/product.ts` has one, `products.ts` lists them. */
import type { TaxEventKind } from './wallet/tax.ts';

export type Product = {
  /** Codes of its refusals. Each has a text in `messages/<language>.json`, in this order. */
  readonly errors: readonly string[];
  /** Codes of the success texts that legacy clients expect. */
  readonly notices: readonly string[];
  /** Kinds of ledger entries that it posts to accounts of users, with the tax event of those that are one. */
  readonly entries: readonly { readonly kind: string; readonly tax?: TaxEventKind }[];
  /** Subjects of its messages, each with its category. Users switch categories on and off. */
  readonly messages: readonly { readonly subject: string; readonly category: string }[];
  /** Subjects of the private room's `record` events, which name a changed record of the user. */
  readonly records: readonly string[];
};
