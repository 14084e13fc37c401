import { ArrowLeftRight, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decimal, isPositive, multiply } from '@halyard/contract/money';
import { readLots } from '@halyard/contract/futures/order';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import { fieldOf } from './futuresErrors.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

// The same element is not compared again while digits are typed.
const MINUS = <Minus aria-hidden />;
const PLUS = <Plus aria-hidden />;
const TRANSFER = <ArrowLeftRight aria-hidden />;

type SizeFieldsProps = { ticket: FuturesTicketControl; market: FuturesMarket };

/** The limit price, and the number of lots. */
export function SizeFields({ ticket, market }: SizeFieldsProps) {
  const { t } = useTranslation('futures');
  const { form, error } = ticket;
  const coded = error === undefined || error.code === 'STOPS_MISSING' ? undefined : error;
  const errorAt = (field: 'price' | 'lots') =>
    coded !== undefined && fieldOf(coded) === field ? codedText(coded) : undefined;
  return (
    <>
      {form.isLimit && (
        <NumberField
          layout="inline"
          label={t('ticket.price')}
          unit={market.quote}
          value={form.price}
          onValueChange={(price) => ticket.edit({ price })}
          error={errorAt('price')}
        />
      )}
      <NumberField
        layout="inline"
        label={t('ticket.lots')}
        value={form.lots}
        onValueChange={ticket.setLots}
        error={errorAt('lots')}
        end={<Stepper ticket={ticket} />}
      />
    </>
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
      <p className={styles['available']}>
        <span>{t('ticket.free')}</span>
        <Num kind="amount" value={account.free} places={2} unit={currency} />
        <Link className={styles['link']} aria-label={t('ticket.transfer')} to={paths.transfer({ currency })}>
          {TRANSFER}
        </Link>
      </p>
    </>
  );
}

function Stepper({ ticket }: Pick<SizeFieldsProps, 'ticket'>) {
  const { t } = useTranslation('futures');
  const { form, current, setLots } = ticket;
  const read = readLots(form.lots);
  const lots = typeof read === 'number' ? read : 0;
  const least = current.terms.minLots;
  return (
    <span className={styles['stepper']}>
      <button
        type="button"
        aria-label={t('ticket.fewer')}
        disabled={lots <= least}
        onClick={() => setLots(String(lots - 1))}
      >
        {MINUS}
      </button>
      <button type="button" aria-label={t('ticket.more')} onClick={() => setLots(String(Math.max(least, lots + 1)))}>
        {PLUS}
      </button>
    </span>
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
            quantity,
            notional: `${format.amount(ready.preview.notional, 2)} ${current.terms.currency}`,
          })}
    </p>
  );
}
