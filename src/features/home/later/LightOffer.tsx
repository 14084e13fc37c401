import { SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../domain/preferences/usePreferences.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import styles from './LightOffer.module.css';

/** Offers once to follow a device that uses a light theme. */
export function LightOffer({ onAnswer }: { onAnswer: () => void }) {
  const { t } = useTranslation('start');
  const { choose } = useTheme();
  const answer = (theme: 'system' | 'dark') => {
    choose(theme);
    onAnswer();
  };
  return (
    <section aria-label={t('light')} className={styles['offer']}>
      <SunMoon aria-hidden />
      <p className={styles['words']}>{t('light')}</p>
      <Button kind="quiet" size="small" onClick={() => answer('dark')}>
        {t('keep')}
      </Button>
      <Button kind="ghost" size="small" onClick={() => answer('system')}>
        {t('follow')}
      </Button>
    </section>
  );
}
