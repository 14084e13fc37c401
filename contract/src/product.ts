/** Parts of the contract that each product declares, in its `product.ts`; `products.ts` lists all products. */

/** Kinds of taxable events, in the words of the yearly file. */
export type TaxEventKind = 'disposal' | 'income' | 'new_coin' | 'option_result' | 'contract_result' | 'fee';

export type Product = {
  /** Its name among a user's results. */
  readonly results: string;
  /** Its name among the functions that an operator can halt; without it nothing is bought in it. */
  readonly halt?: string;
  /** Name of a user's open things in it, which prevent the end of the account. */
  readonly open?: string;
  /** Codes of its refusals. Each has a text in `messages/<language>.json`, in this order. */
  readonly errors: readonly string[];
  /** Codes of the success texts that legacy clients expect. */
  readonly notices: readonly string[];
  /** Kinds of ledger entries that it posts to accounts of users, with the tax event of those that are one. */
  readonly entries: readonly { readonly kind: string; readonly tax?: TaxEventKind }[];
  /**
   * Accounts of the house that hold capital for it. A sandbox funds them in the currencies with a flag; without one the
   * operator funds them.
   */
  readonly capital: readonly { readonly account: string; readonly currencies?: 'isSpot' | 'isOption' | 'isFutures' }[];
  /** Subjects of its messages, each with its category. Users switch categories on and off. */
  readonly messages: readonly { readonly subject: string; readonly category: string }[];
  /** Subjects of the private room's `record` events, which name a changed record of the user. */
  readonly records: readonly string[];
};
