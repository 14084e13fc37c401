import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { OptionTick } from '@halyard/contract/options/calls';
import { type Decimal, isZero, negate, placesOf } from '@halyard/contract/money';
import { netProfitOf, profitInPercent, type LivePosition } from '../../../domain/futures/useFutures.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../../shared/ui/SourceLabel.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import { PositionSize } from '../PositionSize.tsx';
import { SideWord } from '../SideWord.tsx';
import styles from './History.module.css';

const PositionChecks = lazyPart(async () => (await import('./PositionChecks.tsx')).PositionChecks);

type PositionSheetProps = {
  /** The sheet is open while this is set. */
  position: FuturesPosition | undefined;
  /** Its live figures while it is open. */
  live: LivePosition | undefined;
  onClose: () => void;
};

/** All details of one position. */
export function PositionSheet({ position, live, onClose }: PositionSheetProps) {
  const { t } = useTranslation('futures');
  const shown = useLastKnown(position);
  return (
    <Sheet
      isOpen={position !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('detail.position') : t('detail.title', { id: shown.shownId })}
    >
      {shown !== undefined && <Details position={shown} live={live} />}
    </Sheet>
  );
}

function Details({ position, live }: { position: FuturesPosition; live: LivePosition | undefined }) {
  const { t } = useTranslation('futures');
  const facts = useFacts(position, live);
  const share = useSharedPosition(position, live);
  return (
    <div className={styles['details']}>
      <p className={styles['title']}>
        <SideWord side={position.side} />
        <b>{position.symbol}</b>
        <SourceLabel source={position.priceSource} isShort />
      </p>
      {position.status === 'closed' && position.closeReason !== null && (
        <p>{t(`reasonText.${position.closeReason}`)}</p>
      )}
      {position.closingFrom !== undefined && <p>{t('card.closing')}</p>}
      {position.status === 'closed' && <Result position={position} />}
      <KeyValue items={facts} />
      {position.status === 'closed' && <VerifyPosition position={position} />}
      {share !== undefined && (
        <Button kind="ghost" onClick={share}>
          {t('share.open')}
        </Button>
      )}
    </div>
  );
}

/** The result of a closed position, and what it consists of. */
function Result({ position }: { position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const { currency, originMargin, realizedProfit, shortfall, fee, overnightTotal } = position;
  const net = netProfitOf(position);
  const part = (value: Decimal) => (
    <Num kind="pnl" value={value} places={Math.max(2, placesOf(value))} unit={currency} />
  );
  return (
    <section aria-label={t('history.net')} className={styles['result']}>
      <p>
        <span className={styles['soft']}>{t('history.net')}</span>
        <b>
          <Num kind="pnl" value={net} places={2} unit={currency} tone="sign" />
        </b>
        <span className={styles['soft']}>
          {t('share.percent', { percent: format.change(profitInPercent(net, originMargin)) })}
        </span>
      </p>
      <KeyValue
        items={[
          { label: t('history.gross'), value: part(realizedProfit) },
          { label: t('terms.fee'), value: part(negate(fee)) },
          { label: t('detail.nights'), value: part(negate(overnightTotal)) },
          ...(isZero(shortfall) ? [] : [{ label: t('detail.shortfall'), value: part(shortfall) }]),
        ]}
      />
    </section>
  );
}

type Facts = ComponentProps<typeof KeyValue>['items'];

/** Details as label and value; a missing value is a dash, an absent one is "none". */
function useFacts(position: FuturesPosition, live: LivePosition | undefined): Facts {
  const { t } = useTranslation('futures');
  const format = useZonedFormat();
  const { currency, terms, status } = position;
  const places = terms.pricePrecision;
  const isOver = status === 'closed' || status === 'cancelled';
  const money = (value: Decimal | undefined) => <Num kind="amount" value={value} unit={currency} />;
  const price = (value: Decimal) => (isZero(value) ? t('none') : <Num kind="price" value={value} places={places} />);
  const head: Facts = [
    {
      label: t('card.lots'),
      value: <PositionSize of={position} />,
    },
    { label: t('mode.title'), value: t(`mode.${position.mode}`) },
    { label: t('leverage.title'), value: t('leverage.times', { leverage: position.leverage }) },
    { label: t(status === 'pending' ? 'card.target' : 'card.open'), value: price(position.entryPrice) },
    { label: t('detail.openTick'), value: <TickFigure tick={position.openTick} places={places} /> },
  ];
  const money8: Facts = [
    { label: t('detail.originMargin'), value: money(position.originMargin) },
    { label: t('detail.added'), value: money(position.addedMargin) },
    // Those of a closed one are beside its result.
    ...(status === 'closed'
      ? []
      : [
          { label: t('figures.fee'), value: money(position.fee) },
          { label: t('detail.nights'), value: money(position.overnightTotal) },
        ]),
    { label: t('figures.mostWin'), value: money(position.reserve) },
    { label: t('stops.profit'), value: price(position.takeProfit) },
    { label: t('stops.loss'), value: price(position.stopLoss) },
  ];
  const running: Facts = [
    { label: t('figures.margin'), value: money(position.margin) },
    {
      label: t('account.profit'),
      value: <Num kind="pnl" value={live?.profit} places={2} unit={currency} tone="sign" />,
    },
    {
      label: t('figures.liquidation'),
      value: <LiquidationPrice value={live?.liquidation} places={places} />,
    },
    { label: t('detail.bankruptcy'), value: price(position.bankruptcyPrice) },
    { label: t('figures.profitCap'), value: price(position.profitCapPrice) },
  ];
  const ended: Facts = [
    { label: t('detail.closeTick'), value: <TickFigure tick={position.closeTick} places={places} /> },
    { label: t('close.returned'), value: money(position.returned) },
  ];
  return [
    ...head,
    ...money8,
    ...(isOver ? ended : running),
    ...(position.parentId === null ? [] : [{ label: t('detail.partOf'), value: `#${position.parentId}` }]),
    {
      label: t('detail.submitted'),
      value: format.moment(Date.parse(position.submittedAt), 'dateSecond') + format.zoneName,
    },
    { label: t('detail.version'), value: String(terms.version) },
  ];
}

function TickFigure({ tick, places }: { tick: OptionTick | null; places: number }) {
  const format = useZonedFormat();
  if (tick === null) return '—';
  const atMs = Date.parse(tick.at);
  return (
    <span className={styles['tick']}>
      <Num kind="price" value={tick.price} places={places} />
      <span className={styles['soft']}>
        {`${format.moment(atMs, 'dateSecond')}.${String(atMs % 1000).padStart(3, '0')}${format.zoneName}`}
      </span>
      <span className={styles['soft']}>{`#${tick.seq}`}</span>
    </span>
  );
}

/** Verifies a closed position against the public log, or shows why no file proves how it ended. */
function VerifyPosition({ position }: { position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  const [isVerifying, setVerifying] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // It opens below the content being read.
  useEffect(() => {
    if (isVerifying) place.current?.scrollIntoView?.({ block: 'start' });
  }, [isVerifying]);
  const lack = lackOf(position);
  if (lack !== undefined)
    return <p className={styles['soft']}>{t(`verify.none.${lack}`, { id: position.parentId })}</p>;
  return (
    <div ref={place} className={styles['details']}>
      {!isVerifying && <Button onClick={() => setVerifying(true)}>{t('verify.start')}</Button>}
      <Suspense fallback={null}>
        {/* Preloaded, so that verification works offline later. */}
        <PositionChecks position={position} isShown={isVerifying} />
      </Suspense>
    </div>
  );
}

function lackOf({ mode, parentId, closeReason }: FuturesPosition): 'cross' | 'part' | 'otherwise' | undefined {
  if (mode === 'cross') return 'cross';
  if (parentId !== null) return 'part';
  return closeReason === 'series_ended' || closeReason === 'house_limit' ? 'otherwise' : undefined;
}

// A position with its profit or loss as a picture to share; undefined when there is none.

function useSharedPosition(position: FuturesPosition, live: LivePosition | undefined): (() => void) | undefined {
  const { t } = useTranslation(['futures', 'common']);
  const format = useFormat();
  const { status, side, leverage, symbol, currency, terms, closeTick } = position;
  const isOver = status === 'closed';
  const profit = isOver ? netProfitOf(position) : live?.profit;
  const price = isOver ? closeTick?.price : live?.mark;
  if (profit === undefined || price === undefined) return undefined;
  const share = async () => {
    const atMs = isOver && closeTick !== null ? Date.parse(closeTick.at) : serverTimeMs(Date.now());
    const [{ sharePicture }, { readTheme }] = await Promise.all([
      import('../../../shared/files/sharePicture.ts'),
      import('../../../shared/charts/chartTheme.ts'),
    ]);
    const priceText = (value: typeof price) => format.price(value, terms.pricePrecision);
    const texts = {
      title: symbol,
      what: `${t(`side.${side}`)} · ${t('leverage.times', { leverage })} · ${t(isOver ? 'share.closed' : 'share.running')}`,
      profit: `${format.pnl(profit, 2)} ${currency}`,
      detail: t('share.percent', { percent: format.change(profitInPercent(profit, position.originMargin)) }),
      figures: [
        [t('card.open'), priceText(position.entryPrice)],
        [t(isOver ? 'share.closePrice' : 'card.mark'), priceText(price)],
      ] as const,
      note: t('share.note', {
        source: t(`common:source.${position.priceSource}`),
        time: format.moment(atMs, 'dateSecond'),
      }),
    };
    const picture = await sharePicture(texts, readTheme()).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, `${symbol.replace('/', '-')}-${position.shownId}.png`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return () => void share();
}
