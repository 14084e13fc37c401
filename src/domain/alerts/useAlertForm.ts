/** What a price alert is to be, checked by the rules that the exchange applies too. */
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import { parseDecimal } from '@halyard/contract/money';
import {
  checkAlert,
  checkAlertWaits,
  isPercentKind,
  type AlertCondition,
  type AlertKind,
  type AlertMinutes,
} from '@halyard/contract/price-alerts/rules';
import type { AppError } from '../../shared/api/appError.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { useAddPriceAlertMutation } from './alertsApi.ts';

type Typed = {
  readonly kind: AlertKind;
  readonly price: string;
  readonly percent: string;
  readonly minutes: AlertMinutes;
  readonly isRepeating: boolean;
};

const PRICE_CODES: readonly string[] = [
  'PRICE_REQUIRED',
  'PRICE_PRECISION',
  'PRICE_OUT_OF_RANGE',
  'ALERT_PRICE_REACHED',
];
const PERCENT_CODES: readonly string[] = ['ALERT_PERCENT_INVALID', 'ALERT_CHANGE_REACHED'];

function conditionOf({ kind, price, percent, minutes }: Typed): AlertCondition {
  return isPercentKind(kind) ? { kind, value: parseDecimal(percent), minutes } : { kind, value: parseDecimal(price) };
}

/** The form of a market, filled in with its price. */
export function useAlertForm(market: Market, onDone: () => void) {
  const [add] = useAddPriceAlertMutation();
  const { lastPrice, pricePrecision } = market;
  return useForm<Typed, keyof Typed, unknown>({
    initial: { kind: 'above', price: lastPrice ?? '', percent: '5', minutes: 60, isRepeating: false },
    check: (typed) => {
      const condition = conditionOf(typed);
      const fault = checkAlert(condition, { pricePrecision }) ?? holdsAlready(condition, market);
      return isPercentKind(typed.kind) ? { percent: fault } : { price: fault };
    },
    send: (typed) => {
      const { kind, value, minutes } = conditionOf(typed);
      return add({ marketId: market.id, kind, value, minutes, isRepeating: typed.isRepeating });
    },
    onDone,
    fieldOf: ({ code }: AppError) => {
      if (PRICE_CODES.includes(code)) return 'price';
      return PERCENT_CODES.includes(code) ? 'percent' : undefined;
    },
    isForgiving: true,
  });
}

/** Of percents the exchange alone knows. */
function holdsAlready(condition: AlertCondition, { lastPrice: price }: Market): CodedError | undefined {
  if (price === null || isPercentKind(condition.kind)) return undefined;
  return checkAlertWaits(condition, { price, low: price, high: price });
}
