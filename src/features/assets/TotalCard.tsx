import { useTranslation } from 'react-i18next';
import { TOTAL_UNITS } from '../../domain/preferences/preferencesSlice.ts';
import { useHiddenBalances, useTotalUnit } from '../../domain/preferences/usePreferences.ts';
import { usePerformance } from '../../domain/records/usePerformance.ts';
import { useConvert, useTotalEquity } from '../../domain/wallet/useEquity.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import styles from './Assets.module.css';
import { HideButton } from './HideButton.tsx';
import { useMoneyActions } from './useMoneyActions.tsx';
import { WORTH_UNIT } from './equityUnit.ts';

type TotalCardProps = {
  /** In a sandbox: asks for test funds. */
  onFund: (() => void) | undefined;
};

const UNIT_OPTIONS = TOTAL_UNITS.map((unit) => ({ value: unit, label: unit }));

/**
 * What everything is worth, in the currency of the user's choice, with the switch that hides balances everywhere, and
 * what one does with money.
 */
export function TotalCard({ onFund }: TotalCardProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const { unit, choose } = useTotalUnit();
  const total = useTotalEquity();
  const convert = useConvert(unit);
  const actions = useMoneyActions('spot');
  const isConverted = unit !== WORTH_UNIT;
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <HideButton />
        <div className={styles['units']}>
          <Segmented label={t('unit')} look="plain" value={unit} onValueChange={choose} options={UNIT_OPTIONS} />
        </div>
      </div>
      <p className={styles['total']}>
        <Num
          kind="amount"
          value={convert(total)}
          places={isConverted ? 8 : 2}
          minPlaces={2}
          unit={unit}
          isMasked={hidesBalances}
        />
      </p>
      {isConverted && (
        <p className={styles['soft']}>
          {'≈ '}
          <Num kind="amount" value={total} places={2} minPlaces={2} unit={WORTH_UNIT} isMasked={hidesBalances} />
        </p>
      )}
      <TodayProfit />
      <ActionLinks label={t('actions.label')} items={actions} />
      {onFund !== undefined && (
        <div className={styles['fund']}>
          <Button kind="ghost" onClick={onFund}>
            {t('fund.open')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function TodayProfit() {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const { performance } = usePerformance();
  // Its line is kept free, so that nothing moves when it comes.
  if (performance === undefined) return <p className={styles['today']} />;
  const { amount, percent } = performance.today;
  return (
    <p className={styles['today']}>
      <span className={styles['soft']}>{t('profit.today')}</span>
      <Num kind="pnl" value={amount} places={2} tone="sign" isMasked={hidesBalances} />
      {!hidesBalances && amount !== null && <Change percent={percent} />}
    </p>
  );
}
