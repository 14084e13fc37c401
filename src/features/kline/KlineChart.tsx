import { Maximize2, Minimize2, PenLine, Settings2, Share2, Table2 } from 'lucide-react';
import {
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type CSSProperties,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import rows from '../../domain/charts/ChartRows.module.css';
import { IntervalRow } from '../../domain/charts/IntervalRow.tsx';
import { MarketChart } from '../../domain/charts/MarketChart.tsx';
import { hasStoredDrawings } from '../../domain/charts/storedDrawings.ts';
import { ToolRow } from '../../domain/charts/ToolRow.tsx';
import type { ChartActs } from '../../domain/charts/useChartMarks.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import { useOwner } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import type { ChartApi } from '../../shared/charts/chartPicture.ts';
import { Num } from '../../shared/format/Num.tsx';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { venueName } from '../../shared/format/venueNames.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { contributions } from '../../shared/navigation/contributions.ts';
import type { DrawnOrder } from '../../shared/navigation/feature.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Chart.module.css';
import { Countdown, KlineFigure } from './KlineFigures.tsx';
import tableStyles from './Kline.module.css';
import type { FullScreen } from './useFullScreen.ts';

const ROWS = 50;

type KlineChartProps = { market: Market; source: CandleSource; fullScreen: FullScreen };

type OpenSheet = 'settings' | 'table';

/** The chart with intervals above, indicators and actions below. */
export function KlineChart({ market, source, fullScreen }: KlineChartProps) {
  const { t } = useTranslation('kline');
  const [sheet, setSheet] = useState<OpenSheet>();
  const { chart } = useChartPreferences();
  const picture = useSharedPicture(market, source);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const { isDrawing, draw, takePlace, drawings } = useDrawing(market, picture.api);
  const close = () => setSheet(undefined);
  const { isFull } = fullScreen;
  const [drawn, setDrawn] = useState<Drawn>();
  const acts = useActs(symbolOf(market), isFull, setDrawn);
  return (
    <section aria-label={t('chart')} className={classNames(styles['chart'], isFull && styles['full'])}>
      {isFull && (
        <div className={styles['head']}>
          <KlineFigure market={market} source={source} />
        </div>
      )}
      <div className={rows['row']}>
        <IntervalRow />
        {isFull && <Countdown source={source} market={market} />}
        <IconButton icon={<Settings2 aria-hidden />} label={t('settings.open')} onClick={() => setSheet('settings')} />
      </div>
      <div className={styles['picture']} style={heightOf(chart.settings.panes.length)}>
        <MarketChart market={market} source={source} acts={acts} toolsPlace={toolsPlace} onReady={picture.onReady} />
      </div>
      {isDrawing && <div ref={takePlace} className={rows['row']} />}
      <ToolRow
        isHidden={isDrawing}
        onToolsPlace={setToolsPlace}
        end={
          <>
            <IconButton icon={<PenLine aria-hidden />} label={t('draw')} onClick={draw} />
            <FullScreenButton fullScreen={fullScreen} />
          </>
        }
      >
        <IconButton icon={<Table2 aria-hidden />} label={t('table.open')} onClick={() => setSheet('table')} />
        <IconButton
          icon={<Share2 aria-hidden />}
          label={t('share.open')}
          disabled={!picture.isReady}
          onClick={picture.share}
        />
      </ToolRow>
      {isFull && (
        <div className={styles['trade']}>
          <TradeLinks symbol={symbolOf(market)} replace />
        </div>
      )}
      <Suspense fallback={null}>{drawings}</Suspense>
      <Sheets sheet={sheet} onClose={close} source={source} market={market} />
      <Suspense fallback={null}>
        {drawn !== undefined && <DrawnOrderSheet key={drawn.count} drawn={drawn} market={market} />}
      </Suspense>
    </section>
  );
}

/** `count` distinguishes two drags to the same price. */
type Drawn = DrawnOrder & { readonly count: number };

/**
 * A new order continues on the ticket; the full screen's history entry is replaced. A dragged order is changed in a
 * sheet here.
 */
function useActs(symbol: string, isFull: boolean, onDrawn: Dispatch<SetStateAction<Drawn | undefined>>): ChartActs {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      onPlace: (price) => void navigate(paths.trade({ symbol, price }), { replace: isFull }),
      onMoveOrder: (id, to) => onDrawn((before) => ({ edit: String(id), to, count: (before?.count ?? 0) + 1 })),
    }),
    [navigate, symbol, isFull, onDrawn],
  );
}

const DrawnOrderSheet = lazyPart(async () => {
  const { drawnOrder } = contributions();
  if (drawnOrder === undefined) throw new Error('no feature changes orders');
  const [OrderSheet] = await Promise.all([drawnOrder.load(), loadNamespace(drawnOrder.namespace)]);
  return OrderSheet;
});

// React's types have no custom properties. Another pane takes no height from the price.
const heightOf = (panes: number) => ({ '--panes': panes }) as CSSProperties;

function FullScreenButton({ fullScreen }: { fullScreen: FullScreen }) {
  const { t } = useTranslation('kline');
  const { isFull, enter, leave } = fullScreen;
  return (
    <IconButton
      icon={isFull ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      label={t(isFull ? 'fullScreen.leave' : 'fullScreen.enter')}
      onClick={isFull ? leave : enter}
    />
  );
}

type SheetsProps = { sheet: OpenSheet | undefined; onClose: () => void; source: CandleSource; market: Market };

function Sheets({ sheet, onClose, source, market }: SheetsProps) {
  return (
    <>
      <SettingsSheet isOpen={sheet === 'settings'} onOpenChange={onClose} />
      <CandleTableSheet isOpen={sheet === 'table'} onOpenChange={onClose} source={source} market={market} />
    </>
  );
}

/**
 * The chart as a picture to share, with its market, time, price and source. `onReady` is for the chart; `share` creates
 * and shares the picture.
 */
function useSharedPicture(market: Market, source: CandleSource) {
  const { t } = useTranslation(['kline', 'common']);
  const format = useFormat();
  const { chart } = useChartPreferences();
  const [api, setApi] = useState<ChartApi>();
  const onReady = useCallback((ready: ChartApi) => setApi(ready), []);
  const share = async () => {
    if (api === undefined) return;
    // Time of the price by the exchange's clock; a cached price is as old as its candles.
    const pricedAtMs = market.asOf == null ? Date.now() : Date.parse(market.asOf);
    const atMs = Math.min(pricedAtMs, source.asOfMs ?? Infinity);
    const symbol = symbolOf(market);
    const interval = t(`intervals.${chart.interval}`);
    const from = t(`common:source.${market.priceSource}`);
    const note = t('share.note', { source: from, time: format.moment(atMs, 'dateSecond') });
    const wordsFor = (lastPrice: Decimal) => ({
      title: t('share.title', { symbol, interval, price: format.price(lastPrice, market.pricePrecision) }),
      note,
    });
    const picture = await api.takePicture(wordsFor).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, nameOf(symbol, chart.interval, atMs));
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return { api, onReady, isReady: api !== undefined, share: () => void share() };
}

const Drawings = lazyPart(async () => {
  const [part] = await Promise.all([import('./drawings/Drawings.tsx'), loadNamespace('drawings')]);
  return part.Drawings;
});

/** The user's drawings. Their code loads once the chart is painted, and only if there may be any or they draw. */
function useDrawing(market: Market, api: ChartApi | undefined) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const owner = useOwner();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const symbol = symbolOf(market);
  const mayHave = useMemo(() => isLoggedIn || hasStoredDrawings(owner, symbol), [isLoggedIn, owner, symbol]);
  useEffect(() => {
    if (api === undefined || !mayHave) return undefined;
    return whenIdle(() => startTransition(() => setWanted(true)));
  }, [api, mayHave]);
  return {
    isDrawing: isOpen,
    draw: () => {
      setWanted(true);
      setOpen(true);
    },
    /** Receives the element that takes the tools. */
    takePlace: setPlace,
    drawings: isWanted && api !== undefined && (
      <Drawings api={api} market={market} place={place} isOpen={isOpen} onOpenChange={setOpen} />
    ),
  };
}

/** `BTC-USDT-5min-20260102-030405.png`, in UTC, so that file names sort by time. */
function nameOf(symbol: string, interval: string, atMs: number): string {
  const at = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${symbol.replace('/', '-')}-${interval}-${at}.png`;
}

type CandleTableSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  source: CandleSource;
  market: Market;
};

/** The last 50 candles as a table, for users who cannot see the picture. */
function CandleTableSheet({ isOpen, onOpenChange, source, market }: CandleTableSheetProps) {
  const { t } = useTranslation('kline');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('table.title')}>
      <CandleTable source={source} market={market} />
    </Sheet>
  );
}

function CandleTable({ source, market }: { source: CandleSource; market: Market }) {
  const { t } = useTranslation('kline');
  const format = useFormat();
  const candles = useNewestCandles(source);
  if (candles.length === 0) return <EmptyState text={t('table.empty')} />;
  const places = market.pricePrecision;
  return (
    <div className={tableStyles['tableBox']}>
      <table className={tableStyles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('table.time')}</th>
            <th scope="col">{t('table.openPrice')}</th>
            <th scope="col">{t('table.high')}</th>
            <th scope="col">{t('table.low')}</th>
            <th scope="col">{t('table.close')}</th>
          </tr>
        </thead>
        <tbody>
          {candles.map((candle) => (
            <tr key={candle.openedAtMs}>
              <th scope="row">
                {format.moment(candle.openedAtMs, 'dayMinute')}
                {candle.source !== undefined && ` · ${venueName(candle.source)}`}
              </th>
              <td>
                <Num kind="price" value={candle.open} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.high} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.low} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.close} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Newest first, refreshed every second. */
function useNewestCandles(source: CandleSource) {
  useEachSecond(() => source.revision);
  return source.candles.slice(-ROWS).toReversed();
}

// Fields and switches are larger than the rest of the page.
const Settings = lazyPart(async () => (await import('./settings/Settings.tsx')).Settings);

type SettingsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Chart settings; their code loads on first open. */
function SettingsSheet({ isOpen, onOpenChange }: SettingsSheetProps) {
  const { t } = useTranslation('kline');
  const waiting = (
    <Loading>
      <Skeleton shape="block" height={320} />
    </Loading>
  );
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('settings.open')}>
      <Suspense fallback={waiting}>
        <Settings />
      </Suspense>
    </Sheet>
  );
}

type TradeLinksProps = {
  symbol: string;
  /** Replaces the full screen's history entry. */
  replace?: boolean;
};

/** Links from a market's chart to its tickets. */
export function TradeLinks({ symbol, replace = false }: TradeLinksProps) {
  const { t } = useTranslation('kline');
  return (['buy', 'sell'] as const).map((side) => (
    <ButtonLink key={side} kind={side} to={paths.trade({ symbol, side })} replace={replace}>
      {t(side)}
    </ButtonLink>
  ));
}
