import { History, ShieldCheck } from 'lucide-react';
import { memo, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import styles from './Option.module.css';

const LimitsSheet = lazyPart(async () => (await import('./limits/LimitsSheet.tsx')).LimitsSheet);

type OptionHeaderProps = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** Of all markets with options. */
  symbols: readonly string[];
};

const isSame = (a: OptionHeaderProps, b: OptionHeaderProps) =>
  a.symbol === b.symbol && a.source === b.source && a.symbols.join() === b.symbols.join();

/** The pair, which opens the choice of another, and where its prices come from. */
export const OptionHeader = memo(function OptionHeader({ symbol, source, symbols }: OptionHeaderProps) {
  const { t } = useTranslation('option');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const listId = useId();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <>
      <NavBar
        title={<PairButton label={symbol ?? t('markets')} onClick={() => setOpen(true)} />}
        beside={source !== undefined && <SourceLabel source={source} isShort />}
        actions={isLoggedIn && <Actions />}
      />
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('markets')}>
        <OptionList
          id={listId}
          label={t('markets')}
          value={symbol}
          options={symbols.map((value) => ({ value, label: value }))}
          onChoose={(chosen) => {
            setOpen(false);
            void navigate(paths.option({ symbol: chosen }), { replace: true });
          }}
          hasSearch={symbols.length > 10}
        />
      </Sheet>
    </>
  );
}, isSame);

function Actions() {
  const { t } = useTranslation('option');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  return (
    <>
      <Link className={styles['tool']} to={paths.optionHistory()} aria-label={t('history.title')}>
        <History aria-hidden />
      </Link>
      <IconButton icon={<ShieldCheck aria-hidden />} label={t('limits.title')} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{wasOpen && <LimitsSheet isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
