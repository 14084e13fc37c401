import { Maximize2, Minimize2, Settings2, Share2, Table2 } from 'lucide-react';
import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import rows from '../../domain/charts/ChartRows.module.css';
import { IntervalRow } from '../../domain/charts/IntervalRow.tsx';
import { MarketChart } from '../../domain/charts/MarketChart.tsx';
import { ToolRow } from '../../domain/charts/ToolRow.tsx';
import type { ChartActs } from '../../domain/charts/useChartMarks.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { CandleTableSheet } from './CandleTableSheet.tsx';
import styles from './Chart.module.css';
import { Countdown } from './Countdown.tsx';
import { KlineFigure } from './KlineFigures.tsx';
import { SettingsSheet } from './settings/SettingsSheet.tsx';
import { TradeLinks } from './TradeLinks.tsx';
import type { FullScreen } from './useFullScreen.ts';
import { useSharedPicture } from './useSharedPicture.ts';

type KlineChartProps = { market: Market; source: CandleSource; fullScreen: FullScreen };
type OpenSheet = 'settings' | 'table';

/** The chart with what belongs to it: intervals above, indicators and what can be done with it below. */
export function KlineChart({ market, source, fullScreen }: KlineChartProps) {
  const { t } = useTranslation('kline');
  const [sheet, setSheet] = useState<OpenSheet>();
  const { chart } = useChartPreferences();
  const picture = useSharedPicture(market, source);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const close = () => setSheet(undefined);
  const { isFull } = fullScreen;
  const acts = useActs(symbolOf(market), isFull);
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
      <ToolRow onToolsPlace={setToolsPlace} end={<FullScreenButton fullScreen={fullScreen} />}>
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
      <Sheets sheet={sheet} onClose={close} source={source} market={market} />
    </section>
  );
}

/** What is begun on the chart goes on at the ticket. The full screen is a step of the history that is left for good. */
function useActs(symbol: string, isFull: boolean): ChartActs {
  const navigate = useNavigate();
  return useMemo(() => {
    const go = (to: string) => void navigate(to, { replace: isFull });
    return {
      onPlace: (price) => go(paths.trade({ symbol, price })),
      onMoveOrder: (edit, to) => go(paths.trade({ symbol, edit, to })),
    };
  }, [navigate, symbol, isFull]);
}

// React's types know no custom properties. A pane more takes no height from the price.
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
