/** Texts of a ledger entry: its name and what it traded. */
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { placesOf } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';

const PRICE_PLACES_MIN = 2;

/**
 * The name of an entry: for an execution the side and coin, for a withdrawal its progress; the server's own text when
 * the kind is unknown.
 */
export function useKindText(): (entry: UserEntry) => string {
  const { t } = useTranslation('records');
  const order = useOrderText();
  return (entry) => {
    const kind = entry.outcome ?? entry.kind;
    if (kind === undefined) return entry.info;
    return (kind === 'spot_fill' && order(entry)) || t(`kind.${kind}`);
  };
}

/** Side and pair of an entry's order; `undefined` when it is no trade. */
export function useOrderText(): (entry: UserEntry) => string | undefined {
  const { t } = useTranslation('records');
  return ({ trade }) => trade && t(`trade.${trade.side}`, { symbol: trade.symbol });
}

/** The full-precision price of an entry; `undefined` when it has none. */
export function usePriceText(): (entry: UserEntry) => string | undefined {
  const format = useFormat();
  return ({ trade }) =>
    trade?.price == null ? undefined : format.price(trade.price, Math.max(PRICE_PLACES_MIN, placesOf(trade.price)));
}
