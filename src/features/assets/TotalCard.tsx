import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { useTotalWorth } from '../../domain/wallet/useWorth.ts';
import { Num } from '../../shared/format/Num.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import styles from './Assets.module.css';

type TotalCardProps = {
  /** In a sandbox: asks for test funds. */
  onFund: (() => void) | undefined;
};

/** What everything is worth, with the switch that hides balances everywhere. */
export function TotalCard({ onFund }: TotalCardProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances, hide } = useHiddenBalances();
  const total = useTotalWorth();
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <IconButton
          icon={hidesBalances ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          label={t('hide')}
          className={styles['eye']}
          isPressed={hidesBalances}
          onClick={() => hide(!hidesBalances)}
        />
      </div>
      <p className={styles['total']}>
        <Num kind="amount" value={total} places={2} minPlaces={2} unit="USDT" isMasked={hidesBalances} />
      </p>
      {onFund !== undefined && (
        <div className={styles['actions']}>
          <Button kind="ghost" onClick={onFund}>
            {t('fund.open')}
          </Button>
        </div>
      )}
    </Card>
  );
}
