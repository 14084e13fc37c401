import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHiddenBalances, useTotalUnit } from '../../domain/preferences/usePreferences.ts';
import { TodayProfit } from '../../domain/wallet/TodayProfit.tsx';
import { TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { useTotalEquity } from '../../domain/wallet/useEquity.ts';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Assets.module.css';
import { HideButton } from './HideButton.tsx';
import { useMoneyActions } from './useMoneyActions.tsx';
import { WORTH_UNIT } from '../../domain/wallet/worthUnit.ts';

type TotalCardProps = {
  /** In a sandbox: asks for test funds. */
  onFund: (() => void) | undefined;
};

/**
 * What everything is worth, in the currency of the user's choice, with the way to another one, the switch that hides
 * balances everywhere, and what one does with money.
 */
export function TotalCard({ onFund }: TotalCardProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const { unit } = useTotalUnit();
  const total = useTotalEquity();
  const actions = useMoneyActions('spot');
  const isConverted = unit !== WORTH_UNIT;
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <HideButton />
        <div className={styles['units']}>
          <ButtonLink kind="quiet" size="small" to={paths.pricing()}>
            <VisuallyHidden>{t('unit')} </VisuallyHidden>
            {unit}
            <ChevronRight aria-hidden />
          </ButtonLink>
        </div>
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={total} />
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
