import { History } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import styles from './Lever.module.css';

type LeverHeaderProps = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** Of all markets with contracts. */
  symbols: readonly string[];
};

const isSame = (a: LeverHeaderProps, b: LeverHeaderProps) =>
  a.symbol === b.symbol && a.source === b.source && a.symbols.join() === b.symbols.join();

/** The pair, which opens the choice of another, and where its prices come from. */
export const LeverHeader = memo(function LeverHeader({ symbol, source, symbols }: LeverHeaderProps) {
  const { t } = useTranslation('lever');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const back = useBack();
  const listId = useId();
  return (
    <>
      <NavBar
        onBack={back}
        title={<PairButton label={symbol ?? t('markets')} onClick={() => setOpen(true)} />}
        beside={source !== undefined && <SourceLabel source={source} isShort />}
        actions={<Actions />}
      />
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('markets')}>
        <OptionList
          id={listId}
          label={t('markets')}
          value={symbol}
          options={symbols.map((value) => ({ value, label: value }))}
          onChoose={(chosen) => {
            setOpen(false);
            void navigate(paths.lever({ symbol: chosen }), { replace: true });
          }}
          hasSearch={symbols.length > 10}
        />
      </Sheet>
    </>
  );
}, isSame);

function Actions() {
  const { t } = useTranslation('lever');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return (
    <Link className={styles['tool']} to={paths.leverHistory()} aria-label={t('history.title')}>
      <History aria-hidden />
    </Link>
  );
}
