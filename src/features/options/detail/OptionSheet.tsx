import { Suspense, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option, OptionTick } from '@halyard/contract/options/calls';
import { add, placesOf } from '@halyard/contract/money';
import { netProfitOf, paidFeeOf, returnOf } from '@halyard/contract/options/rules';
import { useOption } from '../../../domain/options/useOptions.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../../shared/ui/SourceLabel.tsx';
import { useTimeText } from '../../../shared/format/useTimeText.ts';
import { DirectionWord, useResultText } from '../OptionTexts.tsx';
import styles from './Detail.module.css';

const LoggedReceiptChecks = lazyPart(async () => (await import('./LoggedReceiptChecks.tsx')).LoggedReceiptChecks);

type OptionSheetProps = {
  /** The sheet is open while this is set. */
  option: Option | undefined;
  onClose: () => void;
};

/** All details of one option, live, and the verification of its result. */
export function OptionSheet({ option, onClose }: OptionSheetProps) {
  const { t } = useTranslation('options');
  const shown = useLastKnown(option);
  return (
    <Sheet
      isOpen={option !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('detail.option') : t('detail.title', { id: shown.id })}
    >
      {shown !== undefined && (shown.status === 'closed' ? <Details option={shown} /> : <Live option={shown} />)}
    </Sheet>
  );
}

/** A running option may have been settled since the sheet was opened. */
function Live({ option }: { option: Option }) {
  return <Details option={useOption(option.id) ?? option} />;
}

function Details({ option }: { option: Option }) {
  const { t } = useTranslation('options');
  const [isVerifying, setVerifying] = useState(false);
  const result = useResultText(option);
  const facts = useFacts(option);
  // The absence of prices cannot be proven: one may still be added.
  const isProvable = option.status === 'closed' && option.endTick !== null;
  return (
    <div className={styles['details']}>
      <p className={styles['title']}>
        <DirectionWord direction={option.direction} />
        <b>{option.symbol}</b>
        <SourceLabel source={option.priceSource} isShort />
      </p>
      {option.status !== 'open' && <p className={styles['result']}>{result}</p>}
      {option.voidReason !== null && <p className={styles['soft']}>{t(`void.${option.voidReason}`)}</p>}
      <KeyValue items={facts} />
      {isProvable && !isVerifying && <Button onClick={() => setVerifying(true)}>{t('verify.start')}</Button>}
      {/* Loaded before it is shown, so that verification works offline later. */}
      <Suspense fallback={null}>{isProvable && <LoggedReceiptChecks option={option} isShown={isVerifying} />}</Suspense>
    </div>
  );
}

type Facts = ComponentProps<typeof KeyValue>['items'];

/** Details as label and value; a missing value is a dash. */
function useFacts(option: Option): Facts {
  const { t } = useTranslation('options');
  const format = useZonedFormat();
  const timeText = useTimeText();
  const { stake, fee, payout, currency, result, terms, purchasedAt: boughtAt } = option;
  const profit = netProfitOf(option);
  const money = (value: Option['stake'] | null) => (
    <Num kind="amount" value={value} places={8} unit={value === null ? undefined : currency} />
  );
  const returned = result === null ? null : returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  return [
    { label: t('detail.stake'), value: money(stake) },
    { label: t('detail.fee'), value: money(paidFeeOf(option)) },
    { label: t('detail.pays', { ratio: format.percent(option.profitRatio) }), value: money(payout) },
    { label: t('detail.returned'), value: money(returned) },
    {
      label: t('detail.profit'),
      value:
        result === null ? (
          '—'
        ) : (
          <Num kind="pnl" value={profit} places={Math.max(2, placesOf(profit))} unit={currency} tone="sign" />
        ),
    },
    { label: t('detail.time'), value: timeText(option.seconds) },
    ...(terms.evenBand === undefined
      ? []
      : [{ label: t('terms.band'), value: `±${format.price(terms.evenBand, terms.pricePrecision)}` }]),
    ...(terms.evenChance === undefined ? [] : [{ label: t('terms.chance'), value: format.percent(terms.evenChance) }]),
    { label: t('detail.purchased'), value: moment(boughtAt, format) },
    {
      label: t('detail.open'),
      value: <TickFigure tick={option.openTick} places={terms.pricePrecision} boughtAt={boughtAt} />,
    },
    { label: t('detail.due'), value: moment(option.dueAt, format) },
    {
      label: t('detail.before'),
      value: <TickFigure tick={option.beforeTick} places={terms.pricePrecision} boughtAt={boughtAt} />,
    },
    {
      label: t('detail.end'),
      value: <TickFigure tick={option.endTick} places={terms.pricePrecision} boughtAt={boughtAt} />,
    },
    { label: t('detail.version'), value: String(terms.version) },
  ];
}

/** To the millisecond, the precision of the rule. */
function moment(at: string, format: ReturnType<typeof useZonedFormat>, style: 'dateSecond' | 'second' = 'dateSecond') {
  const atMs = Date.parse(at);
  return `${format.moment(atMs, style)}.${String(atMs % 1000).padStart(3, '0')}${format.zoneName}`;
}

type TickFigureProps = { tick: OptionTick | null; places: number; boughtAt: string };

/** A price with its time, and with the date if the purchase was on another one. */
function TickFigure({ tick, places, boughtAt }: TickFigureProps) {
  const format = useZonedFormat();
  if (tick === null) return '—';
  const [day, boughtDay] = [tick.at, boughtAt].map((at) => format.moment(Date.parse(at), 'date'));
  const style = day === boughtDay ? 'second' : 'dateSecond';
  return (
    <span className={styles['tick']}>
      <Num kind="price" value={tick.price} places={places} />
      <span className={styles['soft']}>{`${moment(tick.at, format, style)} · #${tick.seq}`}</span>
    </span>
  );
}
