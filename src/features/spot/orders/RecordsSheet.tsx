import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { useLastKnown } from '../../../shared/ui/useLastKnown.ts';
import { AskToLogIn } from './AskToLogIn.tsx';
import { FillRecords } from './FillRecords.tsx';
import { choiceOf, toFillFilter, toOrderFilter } from './orderChoice.ts';
import { OrderRecords } from './OrderRecords.tsx';
import styles from './Orders.module.css';
import { usePairs } from './usePairs.ts';
import type { RecordsView } from './useRecordsView.ts';

type RecordsSheetProps = {
  /** Shown while one is chosen. */
  view: RecordsView | undefined;
  show: (view: RecordsView) => void;
  close: () => void;
  /** The pair to begin with; all pairs without one. */
  symbol: string | undefined;
};

/** The whole lists of orders and of executions, with filters and files. */
export function RecordsSheet({ view, show, close, symbol }: RecordsSheetProps) {
  const { t } = useTranslation('spot');
  const shown = useLastKnown(view);
  return (
    <Sheet
      isOpen={view !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t('orders.title')}
    >
      {shown !== undefined && (
        <div className={styles['records']}>
          <Lists view={shown} show={show} symbol={symbol} />
        </div>
      )}
    </Sheet>
  );
}

type ListsProps = Pick<RecordsSheetProps, 'show' | 'symbol'> & { view: RecordsView };

function Lists({ view, show, symbol }: ListsProps) {
  const { t } = useTranslation('spot');
  const [choice, setChoice] = useState(() => choiceOf(symbol));
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const pairs = usePairs();
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const orderFilter = useMemo(() => toOrderFilter(choice, pairs, todayMs), [choice, pairs, todayMs]);
  const fillFilter = useMemo(() => toFillFilter(choice, pairs, todayMs), [choice, pairs, todayMs]);
  if (!isLoggedIn) return <AskToLogIn />;
  const filtering = { choice, onChoose: setChoice, pairs };
  return (
    <Tabs
      label={t('orders.title')}
      value={view}
      onValueChange={show}
      items={[
        {
          value: 'history',
          label: t('orders.orders'),
          content: <OrderRecords filter={orderFilter} filtering={filtering} />,
        },
        {
          value: 'fills',
          label: t('orders.fills'),
          content: <FillRecords filter={fillFilter} filtering={filtering} />,
        },
      ]}
    />
  );
}
