import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarPlus } from 'lucide-react';
import type { Decimal } from '@halyard/contract/money';
import { startOfDate } from '@halyard/contract/time';
import { TRUST_CSV_PATH, trustCsvRequest, type TrustOrder, type RenewalFailure } from '@halyard/contract/trust/calls';
import { interestOfDay, paidAtMs, yearPercent, interestSchedule } from '@halyard/contract/trust/rules';
import { useTrustOrders, type TrustFilter } from '../../../domain/trust/trustApi.ts';
import { createDownload, useDownload } from '../../../shared/api/downloadFile.ts';
import { calendarFile, type CalendarEvent } from '../../../shared/files/calendarFile.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink, Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { PagedList } from '../../../shared/ui/InfiniteList.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { Progress } from '../../../shared/ui/Progress.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import styles from '../Trust.module.css';
import { RedeemSheet, RenewalSheet } from './OrderSheets.tsx';

const FILTERS = {
  active: { status: 'active' },
  completed: { status: 'ended', isRedeemed: false },
  redeemed: { status: 'ended', isRedeemed: true },
} as const satisfies Readonly<Record<string, TrustFilter>>;
type View = keyof typeof FILTERS;
const VIEWS = Object.keys(FILTERS) as readonly View[];

const downloadTrust = createDownload(TRUST_CSV_PATH, 'trust.csv', trustCsvRequest);

/** The user's orders: active, completed and redeemed. */
export function OrdersPage() {
  const { t } = useTranslation('trust');
  const [view, setView] = useState<View>('active');
  const [leaving, setLeaving] = useState<TrustOrder>();
  const [renewing, setRenewing] = useState<TrustOrder>();
  return (
    <Page header={<NavBar title={t('orders.title')} />} isWide>
      <div className={styles['tabs']}>
        <Tabs
          label={t('orders.title')}
          value={view}
          onValueChange={setView}
          items={VIEWS.map((value) => ({
            value,
            label: t(`orders.${value}`),
            content: <Orders view={value} onRedeem={setLeaving} onRenew={setRenewing} />,
          }))}
        />
      </div>
      <RedeemSheet order={leaving} onClose={() => setLeaving(undefined)} />
      <RenewalSheet order={renewing} onClose={() => setRenewing(undefined)} />
    </Page>
  );
}

type OrdersProps = {
  view: View;
  onRedeem: (order: TrustOrder) => void;
  onRenew: (order: TrustOrder) => void;
};

function Orders({ view, ...actions }: OrdersProps) {
  const { t } = useTranslation('trust');
  const list = useTrustOrders(FILTERS[view]);
  const action = view === 'active' && (
    <ButtonLink kind="ghost" size="small" to={paths.finance()}>
      {t('products')}
    </ButtonLink>
  );
  return (
    <PagedList
      label={t(`orders.${view}`)}
      list={list}
      head={
        <div className={styles['tools']}>
          <AsOf atMs={list.asOfMs} />
          <SaveFile file={downloadTrust(FILTERS[view])} />
        </div>
      }
      renderItem={(order) => <OrderRow order={order} {...actions} />}
      skeleton={<OrderLoading />}
      empty={<EmptyState text={t(`orders.none.${view}`)} action={action} />}
    />
  );
}

function OrderLoading() {
  return (
    <div className={styles['order']}>
      <Skeleton width="60%" height={24} />
      <Skeleton height={4} />
      <Skeleton width="70%" />
      <Skeleton width="85%" />
      <Skeleton width="70%" />
    </div>
  );
}

type OrderRowProps = {
  order: TrustOrder;
  onRedeem: (order: TrustOrder) => void;
  onRenew: (order: TrustOrder) => void;
};

/** Failures of a renewal after which the product can still be bought. */
const BUYABLE: ReadonlySet<RenewalFailure> = new Set(['terms', 'sold_out', 'amount', 'limit', 'balance', 'halted']);

/** An order: progress, earnings, and the next payment. */
function OrderRow({ order, onRedeem, onRenew }: OrderRowProps) {
  const { t } = useTranslation('trust');
  const { amount, currency, days, paidDays, status } = order;
  const isActive = status === 'active';
  const unreachable = useMoneyBlockedReason();
  const facts = useFacts(order);
  return (
    <article className={styles['order']}>
      <p className={styles['head']}>
        <CoinIcon symbol={currency} size="small" />
        <b>
          <Num kind="amount" value={amount} unit={currency} />
        </b>
        <Chip tone={isActive ? 'accent' : 'neutral'}>{t(`orders.status.${statusOf(order)}`)}</Chip>
      </p>
      {isActive && <Progress label={t('orders.progress', { paid: paidDays, days })} share={paidDays / days} />}
      <KeyValue items={facts} />
      {isActive && (
        <div className={styles['actions']}>
          <CalendarButton order={order} />
          <span className={styles['changes']}>
            <Button kind="ghost" size="small" disabled={unreachable !== undefined} onClick={() => onRenew(order)}>
              {t('renewal.change')}
            </Button>
            <Button kind="ghost" size="small" disabled={unreachable !== undefined} onClick={() => onRedeem(order)}>
              {t('redeem.open')}
            </Button>
          </span>
        </div>
      )}
      {order.renewalFailed !== null && BUYABLE.has(order.renewalFailed) && (
        <ButtonLink kind="ghost" size="small" to={paths.financeBuy({ id: order.product })}>
          {t('renewal.again')}
        </ButtonLink>
      )}
      {isActive && unreachable !== undefined && <p className={styles['reason']}>{errorText(unreachable.code)}</p>}
    </article>
  );
}

const statusOf = ({ status, isRedeemed, renewedInto }: TrustOrder) => {
  if (status === 'active') return status;
  if (renewedInto !== null) return 'renewed';
  return isRedeemed ? 'redeemed' : 'completed';
};

type Facts = ComponentProps<typeof KeyValue>['items'];

function useFacts(order: TrustOrder): Facts {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { currency, paid, interest, paidDays, days, boughtOn, status, endedAt } = order;
  const money = (value: Decimal) => <Num kind="amount" value={value} unit={currency} />;
  const date = (ms: number) => format.moment(ms, 'date', 'utc');
  const earned = { label: t('orders.earned'), value: <span className={styles['earned']}>{money(paid)}</span> };
  const terms = [
    { label: t('rate.year'), value: format.percent(yearPercent(order.terms)) },
    { label: t('orders.term'), value: t('days', { count: days }) },
  ];
  const bought = {
    label: t(order.renewedFrom === null ? 'orders.bought' : 'renewal.begins'),
    value: format.moment(Date.parse(order.boughtAt), 'dateMinute'),
  };
  if (status === 'active') {
    const next = paidDays + 1;
    return [
      earned,
      ...terms,
      {
        label: t('orders.next'),
        value: (
          <span>
            {`${date(paidAtMs(boughtOn, next))} · `}
            {money(interestOfDay(interest, next, days))}
          </span>
        ),
      },
      { label: t(order.renewal === 'none' ? 'buy.ends' : 'renewal.ends'), value: date(startOfDate(order.endsOn)) },
      { label: t('orders.of'), value: money(interest) },
      { label: t('orders.left'), value: t('days', { count: order.remainDays }) },
      { label: t('orders.exit'), value: money(order.penalty) },
      { label: t('renewal.open'), value: <Renewal order={order} /> },
      bought,
    ];
  }
  const ended = {
    label: t('orders.ended'),
    value: endedAt === null ? '—' : format.moment(Date.parse(endedAt), 'dateMinute'),
  };
  const penalty = { label: t('penalty.word'), value: money(order.penalty) };
  const result = order.renewalFailed === null ? 'result' : 'not';
  const renewal = { label: t(`renewal.${result}`), value: <Renewal order={order} /> };
  const wasRenewing = order.renewedInto !== null || order.renewalFailed !== null;
  return [earned, ...terms, ended, bought, ...(order.isRedeemed ? [penalty] : []), ...(wasRenewing ? [renewal] : [])];
}

/** Renewal of an active order with its agreed rate; of an ended one, the outcome. */
function Renewal({ order: { status, renewal, renewalTerms, renewalFailed } }: { order: TrustOrder }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  if (renewalFailed !== null) return t(`renewal.failed.${renewalFailed}`);
  if (status !== 'active') return t('renewal.into');
  const rate = renewalTerms === null ? '' : format.percent(yearPercent(renewalTerms));
  return t(`renewal.short.${renewal}`, { rate });
}

/** Exports the remaining payments to the phone's calendar. */
function CalendarButton({ order }: { order: TrustOrder }) {
  const { t } = useTranslation('trust');
  const { save, isSaving, error } = useDownload(() => undefined);
  const file = async () => {
    const texts = { interest: t('calendar.interest'), end: t('calendar.end') };
    return saveFile(calendarFile(paymentsOf(order, texts)), `trust-${order.id}.ics`);
  };
  return (
    <>
      <Button kind="quiet" size="small" isLoading={isSaving} onClick={() => void save(file)}>
        <CalendarPlus aria-hidden />
        {t('calendar.save')}
      </Button>
      {error !== undefined && <p role="alert">{appErrorText(error)}</p>}
    </>
  );
}

/** Titles of the calendar events of remaining payments; figures follow. */
type CalendarTexts = { readonly interest: string; readonly end: string };

/** An event for each remaining payment; the last one is also the end. */
export function paymentsOf(order: TrustOrder, { interest, end }: CalendarTexts): CalendarEvent[] {
  const { id, boughtOn, days, currency, paidDays, amount } = order;
  return interestSchedule(boughtOn, order.interest, days)
    .filter(({ day }) => day > paidDays)
    .map(({ day, amount: paid }) => {
      const text = `${interest}: ${paid} ${currency}`;
      const title = day === days ? `${text}; ${end}: ${amount} ${currency}` : text;
      return { id: `trust-${id}-${day}`, atMs: paidAtMs(boughtOn, day), title };
    });
}
