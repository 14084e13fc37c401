import { Menu, Search } from 'lucide-react';
import { useState } from 'react';
import { decimal } from '@halyard/contract/money';
import { Sparkline } from '../../shared/charts/Sparkline.tsx';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Gallery.module.css';
import { SAMPLE_MARKETS, sampleCloses } from './sample.ts';

/** A list of markets under a balance. */
export function HomeScreen({ onMenu }: { onMenu: () => void }) {
  const [tab, setTab] = useState('spot');
  const [updatedAtMs, setUpdatedAtMs] = useState(1_680_000_000_000);
  const refresh = async () => setUpdatedAtMs(Date.now());
  const rows = SAMPLE_MARKETS.map(({ base, volume, price, places, change }, place) => (
    <ListRow
      key={base}
      to="/kline"
      start={<CoinIcon symbol={base} />}
      title={
        <>
          <b>{base}</b>
          <span className={styles['faint']}>{'/USDT'}</span>
        </>
      }
      detail={<Num value={volume} kind="compact" />}
      end={
        <span className={styles['figures']}>
          <Sparkline closes={sampleCloses(place + 3)} />
          <b className={styles['price']}>
            <Num value={price} kind="price" places={places} />
          </b>
          <Change percent={change} variant="pill" />
        </span>
      }
    />
  ));
  const header = (
    <NavBar
      title="Halyard"
      back={false}
      actions={
        <>
          <IconButton
            icon={<Search aria-hidden />}
            label="Say something"
            onClick={() => showToast({ kind: 'success', text: 'Bought 0.125 BTC at 28,110.26 USDT' })}
          />
          <IconButton icon={<Menu aria-hidden />} label="Menu" onClick={onMenu} />
        </>
      }
    />
  );
  return (
    <Page header={header} isFlush>
      <PullToRefresh onRefresh={refresh} updatedAtMs={updatedAtMs}>
        <div className={styles['padded']}>
          <Card isHero>
            <div className={styles['between']}>
              <span className={styles['soft']}>Total balance</span>
              <SourceLabel source="simulated" />
            </div>
            <p className={styles['hero']}>
              <Num value={decimal('12480.36')} kind="amount" places={2} unit="USDT" />
            </p>
            <Num value={decimal('182.09')} kind="pnl" places={2} tone="sign" /> <Change percent={decimal('1.48')} />
          </Card>
        </div>
        <Tabs
          label="Markets"
          value={tab}
          onValueChange={setTab}
          items={['Favourites', 'Spot', 'Gainers', 'Losers', 'Volume'].map((name) => ({
            value: name.toLowerCase(),
            label: name,
            content: rows,
          }))}
        />
      </PullToRefresh>
    </Page>
  );
}
