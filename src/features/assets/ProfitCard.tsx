import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Performance, Profit } from '@halyard/contract/wallet/entryCalls';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { usePerformance } from '../../domain/wallet/usePerformance.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { EquityChart } from './EquityChart.tsx';
import styles from './Profit.module.css';

const SPANS = ['today', 'days7', 'days30'] as const;

/** Profit of today, 7 and 30 days, and the worth curve. Hidden on servers that do not compute it. */
export function ProfitCard() {
  const { t } = useTranslation(['assets', 'shell']);
  const { performance, error, retry } = usePerformance();
  if (error?.code === 'CALL_NOT_FOUND') return null;
  return (
    <Card>
      <div className={styles['head']}>
        <h2 className={styles['heading']}>{t('profit.title')}</h2>
        <ButtonLink kind="quiet" size="small" to={paths.results()}>
          {t('titles.results', { ns: 'shell' })}
          <ChevronRight aria-hidden />
        </ButtonLink>
      </div>
      {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {error === undefined && performance === undefined && <ProfitLoading />}
      {performance !== undefined && <Figures performance={performance} />}
    </Card>
  );
}

function Figures({ performance }: { performance: Performance }) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  return (
    <>
      <dl className={styles['spans']}>
        {SPANS.map((span) => (
          <div key={span} className={styles['span']}>
            <dt className={styles['label']}>{t(`profit.${span}`)}</dt>
            <dd className={styles['figures']}>
              <ProfitFigures profit={performance[span]} isMasked={hidesBalances} />
            </dd>
          </div>
        ))}
      </dl>
      <EquityChart points={performance.curve} isMasked={hidesBalances} />
      <p className={styles['explain']}>{t('profit.explain')}</p>
    </>
  );
}

function ProfitFigures({ profit, isMasked }: { profit: Profit; isMasked: boolean }) {
  return (
    <>
      <Num kind="pnl" value={profit.amount} places={2} tone="sign" isMasked={isMasked} />
      {!isMasked && profit.amount !== null && (
        <span className={styles['percent']}>
          <Change percent={profit.percent} />
        </span>
      )}
    </>
  );
}

function ProfitLoading() {
  return (
    <Loading>
      <div className={styles['spans']}>
        {SPANS.map((span) => (
          <div key={span} className={styles['span']}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
      <Skeleton shape="block" height={120} />
    </Loading>
  );
}
