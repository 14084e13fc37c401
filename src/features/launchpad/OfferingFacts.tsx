import { offeringId } from '@halyard/contract/ids';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import type { Decimal } from '@halyard/contract/money';
import { leastAmount } from '@halyard/contract/launchpad/terms';
import { DAY_MS } from '@halyard/contract/time';
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
import { OfferingFigures, SubscribedBar } from './SubscribedBar.tsx';
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
          <span>
            <span className={styles['soft']}>{t('fact.price')} </span>
            <b>
              <Num kind="amount" value={price} unit={currency} />
            </b>
          </span>
        </span>
        <OfferingFigures offering={offering} state={state} isBrief />
        {state !== 'announced' && <SubscribedBar offering={offering} />}
      </div>
    </Card>
  );
}

/** The terms that concern money; {@link useOfferingDates} has the dates. */
export function OfferingFacts({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, currency, supply, minCoins, interestRate, escrow, terms } = offering;
  const coins = (value: Offering['supply']) => (
    <Num kind="amount" value={value} places={terms.unitPlaces} unit={coin} />
  );
  return (
    <KeyValue
      items={[
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
      ]}
    />
  );
}

/** Dates of an offering from its start to the release of the coins, which is not certain before the allotment. */
export function useOfferingDates({ startAt, endAt, onlineAt, unlockAt, lockDays }: Offering) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const dates = [
    { key: 'start', at: startAt },
    { key: 'end', at: endAt },
    { key: 'online', at: onlineAt },
    unlockAt === null
      ? ({ key: 'unlockAbout', at: new Date(Date.parse(endAt) + lockDays * DAY_MS).toISOString() } as const)
      : ({ key: 'unlock', at: unlockAt } as const),
  ] as const;
  return dates.map(({ key, at }) => {
    const atMs = Date.parse(at);
    const value = <time dateTime={at}>{format.moment(atMs, 'dateMinute')}</time>;
    return { key, atMs, label: t(`calendar.${key}`), value };
  });
}

type CoinRangeProps = {
  least: Decimal | undefined;
  most: Decimal | undefined;
  unit: string;
  places: number;
  minPlaces?: number;
};

/** An estimate between two figures; a dash while it is unknown. */
export function CoinRange({ least, most, unit, places, minPlaces = 0 }: CoinRangeProps) {
  if (most === undefined) return <Num kind="amount" value={most} />;
  return (
    <span>
      {'≈ '}
      {least !== most && (
        <>
          <Num kind="amount" value={least} places={places} minPlaces={minPlaces} />
          {' – '}
        </>
      )}
      <Num kind="amount" value={most} places={places} minPlaces={minPlaces} unit={unit} />
    </span>
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
