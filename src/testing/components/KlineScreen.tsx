import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { decimal } from '@halyard/contract/money';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { useCandleSource } from '../../shared/charts/candleSource.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import styles from './Gallery.module.css';
import { sampleCandles } from './sample.ts';

const PERIODS = ['Line', '1m', '5m', '30m', '1h', '1D', '1W', '1M'].map((label) => ({ value: label, label }));
const PERIOD_MS = 300_000;
const END_MS = 1_680_000_000_000;

/** The chart under its figures. */
export function KlineScreen() {
  const [period, setPeriod] = useState('5m');
  const source = useCandleSource();
  useEffect(() => source.setCandles(sampleCandles(600, PERIOD_MS, END_MS)), [source]);
  const onNeedOlder = async (beforeMs: number) => {
    const isEnd = beforeMs < END_MS - 3000 * PERIOD_MS;
    return isEnd ? [] : sampleCandles(500, PERIOD_MS, beforeMs, beforeMs % 1000);
  };
  const header = (
    <NavBar
      title="BTC/USDT"
      beside={<SourceLabel source="replay" isShort />}
      actions={<IconButton icon={<Star aria-hidden />} label="Favourite" isPressed={false} />}
    />
  );
  const footer = (
    <>
      <Button kind="buy">Buy</Button>
      <Button kind="sell">Sell</Button>
    </>
  );
  return (
    <Page header={header} footer={footer} isFlush>
      <div className={styles['ticker']}>
        <div>
          <p className={styles['hero']}>
            <Num value={decimal('28110.3')} kind="price" places={1} tone="up" />
          </p>
          <Change percent={decimal('4.12')} />
        </div>
        <KeyValue
          items={[
            { label: '24 h high', value: <Num value={decimal('28522')} kind="price" places={1} /> },
            { label: '24 h low', value: <Num value={decimal('26640.5')} kind="price" places={1} /> },
            { label: 'Volume (USDT)', value: <Num value={decimal('1140000000')} kind="compact" /> },
          ]}
        />
      </div>
      <div className={styles['periods']}>
        <Segmented label="Period" variant="plain" options={PERIODS} value={period} onValueChange={setPeriod} />
      </div>
      <div className={styles['chart']}>
        <LazyCandleChart
          label="BTC/USDT"
          source={source}
          period="5min"
          pricePlaces={1}
          mode={period === 'Line' ? 'line' : 'candles'}
          onNeedOlder={onNeedOlder}
        />
      </div>
      <div className={styles['long']}>
        <p className={styles['soft']}>
          Below the chart the page goes on, and an upright swipe over the chart scrolls to here.
        </p>
      </div>
    </Page>
  );
}
