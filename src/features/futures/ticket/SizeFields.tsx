import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal, divide, isPositive, multiply, parseDecimal, toFixedText } from '@halyard/contract/money';
import { readLots } from '@halyard/contract/futures/order';
import { usePriceSteps } from '../../../domain/markets/bookRows.ts';
import { BalanceLine } from '../../../domain/wallet/BalanceLine.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import { fieldOf } from './futuresErrors.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

/** Storage key of the unit of sizes on this device. */
const UNIT_KEY = 'futures-unit';

type SizeFieldsProps = { ticket: FuturesTicketControl; market: FuturesMarket };

/** The limit price, and the size: in lots, or as an amount of the margin currency. */
export function SizeFields({ ticket, market }: SizeFieldsProps) {
  const { t } = useTranslation('futures');
  const { form, error } = ticket;
  const coded = error === undefined || error.code === 'STOPS_MISSING' ? undefined : error;
  const errorAt = (field: 'price' | 'lots') =>
    coded !== undefined && fieldOf(coded) === field ? codedText(coded) : undefined;
  const setPrice = (price: string) => ticket.edit({ price });
  const places = market.pricePrecision;
  const steps = usePriceSteps(form.price, places, setPrice);
  return (
    <>
      {form.isLimit && (
        <NumberField
          layout="inline"
          label={t('ticket.price')}
          unit={market.quote}
          name="price"
          value={form.price}
          onValueChange={setPrice}
          places={places}
          steps={steps}
          error={errorAt('price')}
        />
      )}
      <Size ticket={ticket} error={errorAt('lots')} />
    </>
  );
}

function Size({ ticket, error }: { ticket: FuturesTicketControl; error: string | undefined }) {
  const { t } = useTranslation('futures');
  const { currency } = ticket.current.terms;
  const [isMoney, setMoney] = useState(() => readText(UNIT_KEY) === 'money');
  const change = () => {
    setMoney(!isMoney);
    writeText(UNIT_KEY, isMoney ? 'lots' : 'money');
  };
  const [unit, other] = isMoney ? [currency, t('ticket.lots')] : [t('ticket.lots'), currency];
  return (
    <div className={styles['size']}>
      {isMoney ? <MoneyField ticket={ticket} error={error} /> : <LotsField ticket={ticket} error={error} />}
      <button type="button" aria-label={t('ticket.unitIs', { unit, other })} onClick={change}>
        {unit}
        {' ⇄'}
      </button>
    </div>
  );
}

type SizeFieldProps = { ticket: FuturesTicketControl; error: string | undefined };

function LotsField({ ticket, error }: SizeFieldProps) {
  const { t } = useTranslation('futures');
  const { form, current, setLots } = ticket;
  const read = readLots(form.lots);
  const lots = typeof read === 'number' ? read : 0;
  const least = current.terms.minLots;
  return (
    <NumberField
      layout="inline"
      label={t('ticket.lots')}
      value={form.lots}
      onValueChange={setLots}
      places={0}
      error={error}
      steps={{
        less: t('ticket.fewer'),
        more: t('ticket.more'),
        onLess: lots <= least ? undefined : () => setLots(String(lots - 1)),
        onMore: () => setLots(String(Math.max(least, lots + 1))),
      }}
    />
  );
}

/** The position value as typed gives whole lots, rounded down; they stay while the price moves. */
function MoneyField({ ticket, error }: SizeFieldProps) {
  const { t } = useTranslation('futures');
  const { form, current, ready, oneLot, setLots } = ticket;
  const [typed, setTyped] = useState({ text: '', lots: '' });
  const worth = ready === undefined ? '' : toFixedText(ready.preview.notional, 2, 'down');
  const type = (text: string) => {
    const money = parseDecimal(text);
    const lots = money === undefined ? '' : divide(money, oneLot, 0, 'down');
    setTyped({ text, lots });
    setLots(lots);
  };
  return (
    <NumberField
      layout="inline"
      label={t('figures.notional')}
      unit={current.terms.currency}
      // Lots from elsewhere, such as a share of the balance, replace the typed value.
      value={typed.lots === form.lots ? typed.text : worth}
      onValueChange={type}
      places={2}
      error={error}
    />
  );
}

/** The lots as an amount of the coin, and a share of the free balance as an alternative. */
export function ShareFields({ ticket, market }: SizeFieldsProps) {
  const { t } = useTranslation('futures');
  const { form, account, current } = ticket;
  const currency = current.terms.currency;
  return (
    <>
      <Quantity ticket={ticket} market={market} />
      <PercentButtons
        label={t('ticket.share')}
        value={form.share as PercentStep | undefined}
        isDisabled={account.free === undefined || !isPositive(account.free)}
        onChoose={(percent) => (percent === 0 ? ticket.setLots('') : ticket.takeShare(percent))}
      />
      <BalanceLine
        label={t('ticket.free')}
        available={account.free}
        places={2}
        currency={currency}
        account="futures"
        transfer={t('ticket.transfer')}
      />
    </>
  );
}

/** The lots as an amount of the coin, and its worth. */
function Quantity({ ticket, market }: SizeFieldsProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const { current, ready } = ticket;
  const lots = decimal(String(ready?.order.lots ?? 1));
  const quantity = `${format.amount(multiply(lots, current.terms.lot), 8, 0)} ${market.base}`;
  return (
    <p className={styles['soft']}>
      {ready === undefined
        ? t('ticket.oneLot', { quantity })
        : t('ticket.worth', {
            quantity: `${t('lotCount', { count: ready.order.lots })} · ${quantity}`,
            notional: `${format.amount(ready.preview.notional, 2)} ${current.terms.currency}`,
          })}
    </p>
  );
}
