/** Decimals that the database stores as text, where a row may have none. */
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';

export function decimalOrNull(text: string | null): Decimal | null {
  return text === null ? null : decimal(text);
}

export function decimalOrUndefined(text: string | null | undefined): Decimal | undefined {
  return text === null || text === undefined ? undefined : decimal(text);
}

/** Also for a sum without rows. */
export function decimalOrZero(text: string | null | undefined): Decimal {
  return decimalOrUndefined(text) ?? ZERO;
}
