import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
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
  // The tab answers the finger at once, what it shows comes in slices.
  const shown = useDeferredValue(view);
  const contents = {
    book: <WideBook market={market} />,
    depth: <DepthView market={market} />,
    trades: <Tape market={market} />,
  };
  return (
    <div className={styles['details']}>
      <Tabs
        label={t('details')}
        value={view}
        onValueChange={setView}
        items={[
          { value: 'book', label: t('book'), content: contents[shown] },
          { value: 'depth', label: t('depth'), content: contents[shown] },
          { value: 'trades', label: t('trades'), content: contents[shown] },
        ]}
      />
    </div>
  );
}
