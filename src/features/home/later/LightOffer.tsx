import { SunMoon, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../domain/preferences/usePreferences.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
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
      <p className={styles['words']}>
        {`${t('light')} `}
        <button type="button" className={styles['follow']} onClick={() => answer('system')}>
          {t('follow')}
        </button>
      </p>
      <IconButton
        icon={<X aria-hidden />}
        label={t('keep')}
        className={styles['keep']}
        onClick={() => answer('dark')}
      />
    </section>
  );
}
