import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transfer, TransferSide } from '@halyard/contract/wallet/entryCalls';
import { placesOf } from '@halyard/contract/money';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { useTransfers } from '../../domain/wallet/transfersApi.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PagedList } from '../../shared/ui/InfiniteList.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Transfer.module.css';

/** All transfers between the user's accounts, newest first. */
export function TransferRecordPage() {
  const { t } = useTranslation('transfer');
  const list = useTransfers();
  const action = (
    <ButtonLink kind="ghost" size="small" to={paths.transfer()}>
      {t('action')}
    </ButtonLink>
  );
  return (
    <Page header={<NavBar title={t('records')} />} isReading>
      <PagedList
        label={t('records')}
        list={list}
        head={
          <>
            <AsOf atMs={list.asOfMs} />
            {list.rows?.length !== 0 && <Heads />}
          </>
        }
        renderItem={({ side }) =>
          side.transfer === undefined ? <Side side={side} /> : <Whole transfer={side.transfer} />
        }
        skeleton={<RowLoading />}
        empty={<EmptyState text={t('empty')} action={action} />}
      />
    </Page>
  );
}

/** Names of the columns, on a screen that has room for them. */
function Heads() {
  const { t } = useTranslation(['transfer', 'records']);
  return (
    <p className={classNames(styles['row'], styles['heads'])} aria-hidden="true">
      <span className={styles['words']}>
        <span>{t('accounts')}</span>
        <span>{t('detail.time', { ns: 'records' })}</span>
      </span>
      <span>{t('amount')}</span>
    </p>
  );
}

function Whole({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation(['assets', 'transfer']);
  const { hidesBalances } = useHiddenBalances();
  const { from, to, amount, currency, at } = transfer;
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['way']}>
          <VisuallyHidden>{t('from', { ns: 'transfer' })}</VisuallyHidden>
          {t(`accounts.${from}`)}
          <ArrowRight aria-hidden />
          <VisuallyHidden>{t('to', { ns: 'transfer' })}</VisuallyHidden>
          {t(`accounts.${to}`)}
        </span>
        <Moment at={at} />
      </span>
      <span className={styles['amount']}>
        <Num kind="amount" value={amount} unit={currency} isMasked={hidesBalances} />
      </span>
    </div>
  );
}

function Side({ side }: { side: TransferSide }) {
  const { hidesBalances } = useHiddenBalances();
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['way']}>{side.info}</span>
        <Moment at={side.createdAt} />
      </span>
      <span className={styles['amount']}>
        <Num
          kind="pnl"
          value={side.value}
          places={Math.max(2, placesOf(side.value))}
          unit={side.currency}
          isMasked={hidesBalances}
        />
      </span>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time className={styles['soft']} dateTime={at}>
      {format.moment(Date.parse(at), 'dateSecond')}
    </time>
  );
}

function RowLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <Skeleton width="50%" />
        <Skeleton width="35%" />
      </span>
      <Skeleton width="25%" />
    </div>
  );
}
