import { offeringId } from '@halyard/contract/ids';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { leastAmount } from '@halyard/contract/launchpad/terms';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Countdown, Subscribed, SubscribedBar } from './SubscribedBar.tsx';
import styles from './Launchpad.module.css';

/** The coin, its price, the remaining time, and the subscribed amount. */
export function OfferingHead({ offering, state }: { offering: Offering; state: OfferingState }) {
  const { t } = useTranslation('launchpad');
  const { coin, price, currency } = offering;
  return (
    <Card isHero>
      <div className={styles['head']}>
        <span className={styles['line']}>
          <span className={classNames(styles['coin'], state !== 'open' && styles['quiet'])}>
            <CoinIcon symbol={coin} />
            <b>{coin}</b>
            <Chip tone={state === 'open' ? 'accent' : 'neutral'}>{t(`state.${state}`)}</Chip>
          </span>
          <b>
            <Num kind="amount" value={price} unit={currency} />
          </b>
        </span>
        {(state === 'announced' || state === 'open') && (
          <span className={styles['line']}>
            <span className={styles['countdown']}>
              <Countdown offering={offering} state={state} />
            </span>
            <span className={styles['soft']}>{t('lockShort', { count: offering.lockDays })}</span>
          </span>
        )}
        {state !== 'announced' && (
          <>
            <SubscribedBar offering={offering} />
            <Subscribed offering={offering} />
          </>
        )}
      </div>
    </Card>
  );
}

/** The terms that concern money; the calendar has the dates. */
export function OfferingFacts({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, currency, supply, minCoins, interestRate, escrow, terms } = offering;
  const coins = (value: Offering['supply'] | null) => (
    <Num kind="amount" value={value} places={terms.unitPlaces} unit={value === null ? undefined : coin} />
  );
  return (
    <KeyValue
      items={[
        { label: t('fact.price'), value: <Num kind="amount" value={offering.price} unit={currency} /> },
        { label: t('fact.supply'), value: coins(supply) },
        { label: t('fact.escrow'), value: coins(escrow) },
        {
          label: t('fact.least'),
          value: (
            <span>
              <Num kind="amount" value={leastAmount(terms)} unit={currency} />
              <span className={styles['equals']}>{' = '}</span>
              {coins(minCoins)}
            </span>
          ),
        },
        { label: t('fact.cap'), value: terms.userCap === null ? t('fact.noCap') : coins(terms.userCap) },
        { label: t('fact.lock'), value: t('days', { count: offering.lockDays }) },
        {
          label: t('fact.interest'),
          value: t('fact.interestValue', { rate: format.percent(interestRate), coin }),
        },
        ...(offering.allotted === null ? [] : [{ label: t('fact.allotted'), value: coins(offering.allotted) }]),
      ]}
    />
  );
}

type OfferingAbsentProps = { isNamed: boolean; error: AppError | undefined; onRetry: () => void; loading: ReactNode };

/** Shown in place of an offering: not found, with a link to the list; failed; or loading. */
export function OfferingAbsent({ isNamed, error, onRetry, loading }: OfferingAbsentProps) {
  const { t } = useTranslation('launchpad');
  if (!isNamed || error?.code === 'OFFER_NOT_FOUND') {
    const list = <ButtonLink to={paths.publications()}>{t('title')}</ButtonLink>;
    return <EmptyState text={errorText('OFFER_NOT_FOUND')} action={list} />;
  }
  return error === undefined ? loading : <ErrorState error={error} onRetry={onRetry} />;
}

/** The offering id of the query; undefined when there is none. */
export function useOfferingId() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  return useMemo(() => {
    const read = z.safeDecode(offeringId, id);
    return read.success ? read.data : undefined;
  }, [id]);
}
