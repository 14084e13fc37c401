import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import styles from './Assets.module.css';

/** Hides balances on every screen, or shows them again. */
export function HideButton() {
  const { t } = useTranslation('assets');
  const { hidesBalances, hide } = useHiddenBalances();
  return (
    <IconButton
      icon={hidesBalances ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      label={t('hide')}
      className={styles['eye']}
      isPressed={hidesBalances}
      onClick={() => hide(!hidesBalances)}
    />
  );
}
