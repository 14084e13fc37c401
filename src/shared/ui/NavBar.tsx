import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './NavBar.module.css';

type NavBarProps = {
  /** Heading of the screen. */
  title?: ReactNode;
  /** Called by the back button; without it there is none. */
  onBack?: (() => void) | undefined;
  /** Instead of the back button: the menu button of a tab page. */
  start?: ReactNode;
  /** Beside the title: a label, a change. */
  beside?: ReactNode;
  /** Figures between title and actions, where a desktop has room for them. */
  figures?: ReactNode;
  /** Icon buttons at the end. */
  actions?: ReactNode;
};

/**
 * Bar at the top of a screen: back or menu, the title as the screen's heading, actions. Stays while the screen scrolls.
 */
export function NavBar({ title, onBack, start, beside, figures, actions }: NavBarProps) {
  const { t } = useTranslation('common');
  return (
    <header className={styles['bar']}>
      {onBack !== undefined && (
        <IconButton
          icon={<ChevronLeft aria-hidden />}
          label={t('ui.back')}
          className={styles['edge']}
          onClick={onBack}
        />
      )}
      {start}
      {title !== undefined && <h1 className={styles['title']}>{title}</h1>}
      {beside !== undefined && <div className={styles['beside']}>{beside}</div>}
      {figures}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}
