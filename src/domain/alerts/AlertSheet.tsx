import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { CodedError } from '@halyard/contract/errors';
import type { MarketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { decimal, multiply, parseDecimal, round } from '@halyard/contract/money';
import {
  ALERT_KINDS,
  ALERT_MINUTES,
  type AlertCondition,
  type AlertKind,
  type AlertMinutes,
  checkAlert,
  checkAlertWaits,
  isPercentKind,
} from '@halyard/contract/price-alerts/rules';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ButtonLink, Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import type { OverlayProps } from '../../shared/ui/overlay.ts';
import { QuickPicks } from '../../shared/ui/QuickPicks.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { usePriceSteps } from '../markets/bookRows.ts';
import { symbolOf } from '../markets/marketsData.ts';
import { useMarketRow } from '../markets/useMarkets.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { AlertList } from './AlertList.tsx';
import styles from './Alerts.module.css';
import { useAddPriceAlertMutation } from './alertsApi.ts';

export type AlertSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange'> & { marketId: MarketId };

/** Sets and lists the price alerts of a market. */
export function AlertSheet({ marketId, isOpen, onOpenChange }: AlertSheetProps) {
  const { t } = useTranslation('alerts');
  const market = useMarketRow(marketId);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (market === undefined) return null;
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('titleOf', { symbol: symbolOf(market) })}>
      {isLoggedIn ? <Own market={market} /> : <Invitation />}
    </Sheet>
  );
}

function Own({ market }: { market: Market }) {
  const { t } = useTranslation('alerts');
  // A new key resets the form after submission, so that the next alert starts from the current price.
  const [formKey, setFormKey] = useState(0);
  return (
    <div className={styles['sheet']}>
      <AlertForm key={formKey} market={market} onDone={() => setFormKey(formKey + 1)} />
      <AlertList marketId={market.id} />
      <p className={styles['links']}>
        <Link to={paths.priceAlerts()}>{t('all')}</Link>
        <Link to={paths.settings()}>{t('pushes')}</Link>
      </p>
    </div>
  );
}

function Invitation() {
  const { t } = useTranslation('alerts');
  const location = useLocation();
  return (
    <EmptyState
      text={t('logIn')}
      action={<ButtonLink to={paths.login(backQueryTo(location))}>{t('logInAction')}</ButtonLink>}
    />
  );
}

/** Distances from the last price. */
const PERCENTS = [-5, -2, -1, 1, 2, 5] as const;
const USUAL_PERCENT = { above: 1, below: -1 } as const;

const PRICE_CODES: readonly string[] = [
  'PRICE_REQUIRED',
  'PRICE_PRECISION',
  'PRICE_OUT_OF_RANGE',
  'ALERT_PRICE_REACHED',
];

const PERCENT_CODES: readonly string[] = ['ALERT_PERCENT_INVALID', 'ALERT_CHANGE_REACHED'];

/** The form of a new price alert: what triggers it, and how often. */
function AlertForm({ market, onDone }: { market: Market; onDone: () => void }) {
  const { t } = useTranslation('alerts');
  const form = useAlertForm(market, () => {
    showToast({ kind: 'success', text: t('saved') });
    onDone();
  });
  const blocked = useMoneyBlockedReason();
  const { kind, isRepeating } = form.typed;
  const wrong = blocked === undefined ? form.texts.form : errorText(blocked.code, blocked.params);
  return (
    <form {...form.element} className={styles['form']}>
      <Segmented
        label={t('kind')}
        value={kind}
        onValueChange={(chosen) => {
          form.set('kind', chosen);
          if (chosen === 'above' || chosen === 'below') form.set('price', priceAt(market, USUAL_PERCENT[chosen]));
        }}
        options={ALERT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {isPercentKind(kind) ? <Percent form={form} /> : <Price market={market} form={form} />}
      <div>
        <Switch label={t('repeat')} isOn={isRepeating} onChange={(isOn) => form.set('isRepeating', isOn)} />
        <p className={styles['note']}>{t(isRepeating ? 'repeatNote' : 'onceNote')}</p>
      </div>
      {wrong !== undefined && (
        <p role="alert" className={styles['wrong']}>
          {wrong}
        </p>
      )}
      <Button type="submit" isLoading={form.isSending} disabled={blocked !== undefined}>
        {t('set')}
      </Button>
    </form>
  );
}

/** The price, typed or by its distance from the last one. */
function Price({ market, form }: { market: Market; form: ReturnType<typeof useAlertForm> }) {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const { pricePrecision: places, lastPrice } = market;
  const steps = usePriceSteps(form.typed.price, places, (price) => form.set('price', price));
  const pick = (percent: number) => {
    form.set('kind', percent > 0 ? 'above' : 'below');
    form.set('price', priceAt(market, percent));
  };
  return (
    <div className={styles['group']}>
      <NumberField
        label={t('price')}
        {...form.field('price')}
        unit={market.quote}
        places={places}
        steps={steps}
        hint={
          <>
            {t('last')} <Num kind="price" value={lastPrice} places={places} />
          </>
        }
      />
      <QuickPicks
        label={t('distance')}
        picks={PERCENTS.map((percent) => ({
          label: `${percent > 0 ? '+' : '−'}${format.share(Math.abs(percent))}`,
          onPick: lastPrice === null ? undefined : () => pick(percent),
        }))}
      />
    </div>
  );
}

/** The price at a distance in percent from the last one, rounded to the market's precision. */
function priceAt({ lastPrice, pricePrecision }: Market, percent: number): string {
  if (lastPrice === null) return '';
  return round(multiply(lastPrice, decimal(String(1 + percent / 100))), pricePrecision, 'half-even');
}

function Percent({ form }: { form: ReturnType<typeof useAlertForm> }) {
  const { t } = useTranslation('alerts');
  const { minutes } = form.typed;
  return (
    <>
      <NumberField
        label={t('percent')}
        {...form.field('percent')}
        unit="%"
        hint={t(`percentNote.${form.typed.kind === 'rise' ? 'rise' : 'fall'}`)}
      />
      <Segmented
        label={t('within')}
        value={String(minutes)}
        onValueChange={(chosen) =>
          form.set('minutes', ALERT_MINUTES.find((known) => String(known) === chosen) ?? minutes)
        }
        options={ALERT_MINUTES.map((value) => ({ value: String(value), label: t(`times.${value}`) }))}
      />
    </>
  );
}

/** A price alert as typed, checked by the same rules as on the server. */
type Typed = {
  readonly kind: AlertKind;
  readonly price: string;
  readonly percent: string;
  readonly minutes: AlertMinutes;
  readonly isRepeating: boolean;
};

function conditionOf({ kind, price, percent, minutes }: Typed): AlertCondition {
  return isPercentKind(kind) ? { kind, value: parseDecimal(percent), minutes } : { kind, value: parseDecimal(price) };
}

/** Form state, prefilled with a price that is not reached yet. */
function useAlertForm(market: Market, onDone: () => void) {
  const [add] = useAddPriceAlertMutation();
  const { pricePrecision } = market;
  return useForm<Typed, keyof Typed, unknown>({
    initial: {
      kind: 'above',
      price: priceAt(market, USUAL_PERCENT.above),
      percent: '5',
      minutes: 60,
      isRepeating: false,
    },
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

/** For percentages only the exchange knows the base price. */
function holdsAlready(condition: AlertCondition, { lastPrice: price }: Market): CodedError | undefined {
  if (price === null || isPercentKind(condition.kind)) return undefined;
  return checkAlertWaits(condition, { price, low: price, high: price });
}
