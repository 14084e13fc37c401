import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferingId } from '@halyard/contract/ids';
import {
  SHARES_CSV_PATH,
  sharesCsvRequest,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
  type Subscription,
} from '@halyard/contract/launchpad/calls';
import { DAY_MS } from '@halyard/contract/time';
import * as z from 'zod/mini';
import { useOffering, useSubscriptions, useWaitingSubscriptions } from '../../domain/launchpad/offeringsApi.ts';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import type { AppExtra, RootState } from '../../shared/store/rootState.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { PagedList } from '../../shared/ui/InfiniteList.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { CoinRange } from './OfferingFacts.tsx';
import styles from './Launchpad.module.css';
import { add, type Decimal, isPositive, ZERO } from '@halyard/contract/money';
import { coinsOfOrder, expectedCoins } from '@halyard/contract/launchpad/terms';
import { givingUp } from '../../domain/launchpad/product.ts';
import { useLastKnown } from '../../shared/hooks/useLastKnown.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';

/** The user's subscriptions: all on a page of their own, or those of one offering as a section. */
export function OwnSubscriptions({ offeringId }: { offeringId?: OfferingId }) {
  const { t } = useTranslation('launchpad');
  const list = useSubscriptions(offeringId);
  const [opened, setOpened] = useState<Subscription>();
  // A list being read again after a disconnect has no rows for a moment; the sheet stays open.
  const shown = opened && (list.rows?.find(({ id }) => id === opened.id) ?? opened);
  const sheet = <SubscriptionSheet subscription={shown} onClose={() => setOpened(undefined)} />;
  if (offeringId !== undefined) {
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
    <>
      <span className={classNames(styles['line'], styles['tools'])}>
        <AsOf atMs={list.asOfMs} />
        <SaveFile file={downloadSubscriptions({})} />
      </span>
      {list.rows?.length !== 0 && (
        <div className={styles['heads']} aria-hidden="true">
          <span>{t('own.coin')}</span>
          <span>{t('own.what')}</span>
          <span>{t('own.at')}</span>
          <span>{t('own.event.title')}</span>
          <span>{t('amount')}</span>
        </div>
      )}
    </>
  );
  const offers = (
    <ButtonLink kind="ghost" size="small" to={paths.publications()}>
      {t('tab.offers')}
    </ButtonLink>
  );
  return (
    <>
      <PagedList
        label={t('tab.own')}
        list={list}
        head={head}
        renderItem={(one) => <SubscriptionRow subscription={one} onOpen={() => setOpened(one)} />}
        skeleton={<RowLoading />}
        empty={<EmptyState text={t('own.none')} action={offers} />}
      />
      {sheet}
    </>
  );
}

function RowLoading() {
  return (
    <div className={styles['row']}>
      <Skeleton shape="circle" width={22} height={22} />
      <Skeleton width="60%" />
    </div>
  );
}

/** A subscription in a list: offering, state, amount, and its next or last event. */
function SubscriptionRow({ subscription, onOpen }: { subscription: Subscription; onOpen: () => void }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, amount, currency, allotted, unitPlaces, state, status, at } = subscription;
  const isHeld = allotted === null && status === 'subscribing';
  const isActive = state === 'passed' || state === 'locked';
  const event = eventOf(subscription);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <CoinIcon symbol={coin} size="small" />
      <span className={styles['words']}>
        <b>{coin}</b>
        <Chip tone={isActive ? 'accent' : 'neutral'}>{t(`own.state.${state}`)}</Chip>
        <time className={styles['at']} dateTime={at}>
          {format.moment(Date.parse(at), 'dayMinute')}
        </time>
        <span className={styles['event']}>
          <span className={styles['soft']}>{t(event.label)}</span>{' '}
          <time dateTime={event.at}>{format.moment(Date.parse(event.at), 'dayMinute')}</time>
        </span>
        <span className={styles['sum']}>
          {allotted === null ? (
            <Num kind="amount" value={amount} unit={currency} />
          ) : (
            <Num kind="amount" value={allotted} places={unitPlaces} unit={coin} />
          )}
          {isHeld && <span className={styles['soft']}>{t('own.held')}</span>}
          {allotted !== null && <span className={styles['soft']}>{t('fact.allotted')}</span>}
        </span>
      </span>
      <ChevronRight aria-hidden className={styles['chevron']} />
    </button>
  );
}

/** Allotment or unlock to come; afterwards, when the coins were paid out or the amount was returned. */
function eventOf({ state, status, allotted, endAt, unlockAt, updatedAt }: Subscription) {
  if (status === 'subscribing') return { label: 'own.event.allotment', at: endAt } as const;
  if (state === 'locked') return { label: 'own.unlock', at: unlockAt ?? updatedAt } as const;
  const isPaidOut = state === 'completed' && allotted !== null && isPositive(allotted);
  return { label: isPaidOut ? 'own.event.paidOut' : 'own.event.returned', at: updatedAt } as const;
}

type SubscriptionSheetProps = { subscription: Subscription | undefined; onClose: () => void };

/** All details of one subscription, and its cancellation while possible. */
function SubscriptionSheet({ subscription, onClose }: SubscriptionSheetProps) {
  const { t } = useTranslation('launchpad');
  const shown = useLastKnown(subscription);
  return (
    <Sheet
      isOpen={subscription !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown?.coin ?? t('tab.own')}
    >
      {shown !== undefined && (
        <div className={styles['page']}>
          <Facts own={shown} />
          <CopyRow label={t('own.number')} value={String(shown.id)} />
          <GiveUp subscription={shown} onDone={onClose} />
        </div>
      )}
    </Sheet>
  );
}

/** Coins to expect of a subscription before its allotment, by the rule of the allotment. */
function Expected({ own }: { own: Subscription }) {
  const { offering } = useOffering(own.offeringId);
  const waiting = useWaitingSubscriptions(own.offeringId);
  const place = waiting?.findIndex(({ id }) => id === own.id) ?? -1;
  const amounts = waiting?.map(({ amount }) => amount) ?? [];
  const expected =
    offering && place >= 0
      ? expectedCoins(add(ZERO, ...amounts), offering.subscribedAmount, offering.terms)
      : undefined;
  const part = (coins: Decimal | undefined) => offering && coins && coinsOfOrder(coins, amounts, place, offering.terms);
  return (
    <CoinRange least={part(expected?.least)} most={part(expected?.most)} unit={own.coin} places={own.unitPlaces} />
  );
}

function Facts({ own }: { own: Subscription }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, currency, unitPlaces, allotted, interest } = own;
  const event = eventOf(own);
  const isOpen = own.status === 'subscribing';
  const earliest = new Date(Date.parse(own.endAt) + own.lockDays * DAY_MS).toISOString();
  const moment = (at: string) => format.moment(Date.parse(at), 'dateMinute');
  const money = (value: Decimal | null) =>
    value === null ? undefined : <Num kind="amount" value={value} unit={currency} />;
  const coins = (value: Decimal | null) =>
    value === null ? undefined : <Num kind="amount" value={value} places={unitPlaces} unit={coin} />;
  const items = [
    { label: t('own.what'), value: t(`own.state.${own.state}`) },
    ...(own.reason === null ? [] : [{ label: t('own.reason'), value: reasonText(own.reason) }]),
    { label: t('amount'), value: money(own.amount) },
    { label: t('own.asked'), value: allotted === null ? coins(own.coins) : undefined },
    { label: t('estimate.coins'), value: isOpen ? <Expected own={own} /> : undefined },
    { label: t('fact.allotted'), value: coins(allotted) },
    { label: t('fact.interest'), value: coins(allotted === null ? null : interest) },
    { label: t('own.paid'), value: money(own.paid) },
    { label: t('own.released'), value: money(own.released) },
    { label: t('calendar.end'), value: isOpen ? moment(own.endAt) : undefined },
    { label: t('calendar.online'), value: own.status === 'over' ? undefined : moment(own.onlineAt) },
    { label: t('calendar.unlockAbout'), value: isOpen ? moment(earliest) : undefined },
    {
      label: t('own.unlock'),
      value: own.status === 'locked' && own.unlockAt !== null ? moment(own.unlockAt) : undefined,
    },
    { label: t(event.label), value: own.status === 'over' ? moment(event.at) : undefined },
    { label: t('own.at'), value: moment(own.at) },
  ].filter(({ value }) => value !== undefined);
  return <KeyValue items={items} />;
}

function GiveUp({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { t } = useTranslation('launchpad');
  const mutation = useMoneyMutation(givingUp);
  const checking = useCheckingText(mutation.status);
  const isOpen = useEachSecond((deviceMs) => serverTimeMs(deviceMs) < Date.parse(subscription.endAt));
  if (subscription.status !== 'subscribing') return null;
  if (!isOpen) return <p className={styles['soft']}>{t('own.tooLate')}</p>;
  const giveUp = async () => {
    const notify = () => showToast({ kind: 'success', text: t('own.givenUp') });
    if ((await answerOf(mutation.send({ id: subscription.id }), notify)) !== undefined) onDone();
  };
  return (
    <MoneyButton
      kind="danger"
      isSending={mutation.isSending}
      error={checking ?? (mutation.error && appErrorText(mutation.error))}
      onPress={() => void giveUp()}
    >
      {t('own.giveUp')}
    </MoneyButton>
  );
}

// Launchpad files made by the exchange: the user's subscriptions, and the allotment of an offering.

const downloadSubscriptions = createDownload(SUBSCRIPTIONS_CSV_PATH, 'subscriptions.csv', subscriptionsCsvRequest);

export const downloadShares = createDownload(SHARES_CSV_PATH, 'allotment.csv', sharesCsvRequest);

/** Thunk that reads the allotment for use in this page. */
export function fetchShares(id: OfferingId) {
  return (_dispatch: unknown, getState: () => RootState, extra: AppExtra): Promise<FetchedFile> => {
    const identity = extra.readIdentity(getState());
    return fetchFile({ path: SHARES_CSV_PATH, query: z.encode(sharesCsvRequest, { id }), identity });
  };
}
