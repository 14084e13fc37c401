import { Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';

const MarketsPanel = lazyPart(async () => (await import('./markets/MarketsPanel.tsx')).MarketsPanel);

type MarketsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * All pairs, to choose the one to trade. Its code comes after the screen, when all is quiet, or when it is first
 * opened.
 */
export function MarketsSheet({ isOpen, onOpenChange }: MarketsSheetProps) {
  const { t } = useTranslation('spot');
  const navigate = useNavigate();
  useEffect(() => whenQuiet(MarketsPanel.preload), []);
  const choose = useCallback(
    (symbol: string) => {
      onOpenChange(false);
      void navigate(paths.trade({ symbol }), { replace: true });
    },
    [onOpenChange, navigate],
  );
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('markets.title')}>
      <Suspense
        fallback={
          <Loading>
            <Skeleton shape="block" height={320} />
          </Loading>
        }
      >
        <MarketsPanel onChoose={choose} />
      </Suspense>
    </Sheet>
  );
}
