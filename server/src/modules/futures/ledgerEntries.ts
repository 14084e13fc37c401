/** Ledger entries of positions (docs/product.md section 3). */
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import {
  add,
  isZero,
  min,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  decimal,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import type { Closing, Night } from '@halyard/contract/futures/account';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** A position with its user and currency. */
export type Owned = { readonly id: PositionId; readonly userId: UserId; readonly currencyId: CurrencyId };

// The share of fees and overnight fees that goes to the fee account; insurance gets the rest.
const FEES_SHARE = decimal('0.9');

/** A position opened at the market: margin and reserve are held, the fee is charged. */
export function openEntries(owned: Owned, money: OpeningAmounts): LedgerEntry[] {
  const { margin, fee, reserve } = money;
  return [
    {
      kind: 'contract_open',
      reference: referenceOf(owned),
      postings: [
        { account: userAccount(owned), available: negate(margin), held: margin },
        { account: house('contracts', owned), available: negate(reserve), held: reserve },
      ],
    },
    ...feeEntries('contract_fee', owned, { available: fee, held: ZERO }),
  ];
}
type OpeningAmounts = { readonly margin: Decimal; readonly fee: Decimal; readonly reserve: Decimal };

/** A pending order: margin and fee are held. */
export function orderEntry(owned: Owned, { margin, fee }: Omit<OpeningAmounts, 'reserve'>): LedgerEntry {
  const held = add(margin, fee);
  return {
    kind: 'contract_order',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: negate(held), held }],
  };
}

/** A pending order opens: its margin stays held, and its held fee is charged. */
export function openedEntries(owned: Owned, { fee, reserve }: Omit<OpeningAmounts, 'margin'>): LedgerEntry[] {
  return [
    {
      kind: 'contract_open',
      reference: referenceOf(owned),
      postings: [{ account: house('contracts', owned), available: negate(reserve), held: reserve }],
    },
    ...feeEntries('contract_fee', owned, { available: ZERO, held: fee }),
  ];
}

/** A pending order is cancelled: margin and fee are released. */
export function cancelEntry(owned: Owned, { margin, fee }: Omit<OpeningAmounts, 'reserve'>): LedgerEntry {
  const held = add(margin, fee);
  return {
    kind: 'contract_cancel',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: held, held: negate(held) }],
  };
}

/** Margin added by the user. */
export function addMarginEntry(owned: Owned, amount: Decimal): LedgerEntry {
  return {
    kind: 'contract_add_margin',
    reference: referenceOf(owned),
    postings: [{ account: userAccount(owned), available: negate(amount), held: amount }],
  };
}

/** The overnight fee of a midnight; empty when it is zero. */
export function nightEntries(owned: Owned, { fromMargin, fromBalance }: Night): LedgerEntry[] {
  return feeEntries('contract_overnight', owned, { available: fromBalance, held: fromMargin });
}

/** Distributes the held amounts. `insurance` is its balance: it pays a shortfall first, then the house. */
export function closeEntry(
  owned: Owned,
  { position, reason, returned, fromBalance, fromMargins, shortfall }: Closing,
  insurance: Decimal,
): { readonly entry: LedgerEntry; readonly insured: Decimal } {
  const insured = min(shortfall, insurance);
  const otherMargins = add(ZERO, ...fromMargins.map(({ amount }) => amount));
  const released = add(position.margin, otherMargins);
  const retained = add(position.reserve, subtract(released, returned), fromBalance, insured);
  const entry: LedgerEntry = {
    kind: reason === 'liquidation' ? 'contract_liquidation' : 'contract_close',
    reference: referenceOf(owned),
    postings: [
      { account: userAccount(owned), available: subtract(returned, fromBalance), held: negate(released) },
      { account: house('contracts', owned), available: retained, held: negate(position.reserve) },
      { account: house('insurance', owned), available: negate(insured), held: ZERO },
    ],
  };
  return { entry, insured };
}

/** Splits a fee at 8 places; the parts add up to the whole. */
export function feeParts(amount: Decimal): { readonly fees: Decimal; readonly insurance: Decimal } {
  const fees = round(multiply(amount, FEES_SHARE), MONEY_PLACES, 'down');
  return { fees, insurance: subtract(amount, fees) };
}

/** Reference of a position in ledger entries. */
export function referenceOf({ id }: Pick<Owned, 'id'>): string {
  return `position:${id}`;
}

function feeEntries(
  kind: 'contract_fee' | 'contract_overnight',
  owned: Owned,
  from: { readonly available: Decimal; readonly held: Decimal },
): LedgerEntry[] {
  const amount = add(from.available, from.held);
  if (isZero(amount)) return [];
  const { fees, insurance } = feeParts(amount);
  return [
    {
      kind,
      reference: referenceOf(owned),
      postings: [
        { account: userAccount(owned), available: negate(from.available), held: negate(from.held) },
        { account: house('fees', owned), available: fees, held: ZERO },
        { account: house('insurance', owned), available: insurance, held: ZERO },
      ],
    },
  ];
}

function userAccount({ userId, currencyId }: Owned): AccountRef {
  return { userId, kind: 'contract', currencyId };
}

function house(account: 'contracts' | 'insurance' | 'fees', { currencyId }: Owned): AccountRef {
  return { house: account, currencyId };
}
