import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { DepthView } from './DepthView.tsx';
import styles from './Kline.module.css';
import { WideBook } from './WideBook.tsx';
import { Tape } from './Tape.tsx';

type View = 'book' | 'trades' | 'depth';

/** Below the chart, or beside it where there is room: the book, its depth and the tape. */
export function KlineDetails({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const [view, setView] = useState<View>('book');
  return (
    <div className={styles['details']}>
      <Tabs
        label={t('details')}
        value={view}
        onValueChange={setView}
        items={[
          { value: 'book', label: t('book'), content: <WideBook market={market} /> },
          { value: 'depth', label: t('depth'), content: <DepthView market={market} /> },
          { value: 'trades', label: t('trades'), content: <Tape market={market} /> },
        ]}
      />
    </div>
  );
}
