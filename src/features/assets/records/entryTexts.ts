/** What a ledger entry is called, and what it traded. */
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { placesOf } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';

const PRICE_PLACES_MIN = 2;

/**
 * Its name: of an execution what it bought or sold, of a withdrawal how far it is; the server's own words where it does
 * not say of which kind it is.
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

/** Side and pair of what it traded or was to trade; `undefined` where it is no trade. */
export function useOrderText(): (entry: UserEntry) => string | undefined {
  const { t } = useTranslation('records');
  return ({ trade }) => trade && t(`trade.${trade.side}`, { symbol: trade.symbol });
}

/** Its price with all its digits; `undefined` where it has none. */
export function usePriceText(): (entry: UserEntry) => string | undefined {
  const format = useFormat();
  return ({ trade }) =>
    trade?.price == null ? undefined : format.price(trade.price, Math.max(PRICE_PLACES_MIN, placesOf(trade.price)));
}
