import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferingId } from '@halyard/contract/ids';
import type { Subscription } from '@halyard/contract/launchpad/calls';
import { downloadSubscriptions } from '../../domain/launchpad/offeringFiles.ts';
import { useSubscriptions } from '../../domain/launchpad/useOfferings.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { PagedList } from '../../shared/ui/PagedList.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Launchpad.module.css';
import { SubscriptionSheet } from './SubscriptionSheet.tsx';

/** The user's subscriptions: all on a page of their own, or those of one offering as a section. */
export function OwnSubscriptions({ offerId }: { offerId?: OfferingId }) {
  const { t } = useTranslation('launchpad');
  const list = useSubscriptions(offerId);
  const [opened, setOpened] = useState<Subscription>();
  // A list being read again after a disconnect has no rows for a moment; the sheet stays open.
  const shown = opened && (list.rows?.find(({ id }) => id === opened.id) ?? opened);
  const sheet = <SubscriptionSheet subscription={shown} onClose={() => setOpened(undefined)} />;
  if (offerId !== undefined) {
    if (list.rows === undefined || list.rows.length === 0) return null;
    return (
      <section>
        <h2 className={styles['h2']}>{t('tab.own')}</h2>
        <ul className={styles['own']}>
          {list.rows.map((one) => (
            <li key={one.id}>
              <SubscriptionRow subscription={one} onOpen={() => setOpened(one)} />
            </li>
          ))}
        </ul>
        {sheet}
      </section>
    );
  }
  const head = (
    <span className={classNames(styles['line'], styles['head'])}>
      <AsOf atMs={list.asOfMs} />
      <SaveFile file={downloadSubscriptions({})} />
    </span>
  );
  return (
    <>
      <PagedList
        label={t('tab.own')}
        list={list}
        head={head}
        renderItem={(one) => <SubscriptionRow subscription={one} onOpen={() => setOpened(one)} />}
        skeleton={<RowLoading />}
        empty={<EmptyState text={t('own.none')} />}
      />
      {sheet}
    </>
  );
}

function RowLoading() {
  return (
    <div className={styles['row']}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  );
}

/** A subscription in a list: offering, amount and state. */
function SubscriptionRow({ subscription, onOpen }: { subscription: Subscription; onOpen: () => void }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, amount, currency, allotted, unitPlaces, state, at } = subscription;
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles['line']}>
        <b>{coin}</b>
        {allotted === null ? (
          <Num kind="amount" value={amount} unit={currency} />
        ) : (
          <Num kind="amount" value={allotted} places={unitPlaces} unit={coin} />
        )}
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>{t(`own.state.${state}`)}</span>
        <time className={styles['soft']} dateTime={at}>
          {format.moment(Date.parse(at), 'dayMinute')}
        </time>
      </span>
    </button>
  );
}
