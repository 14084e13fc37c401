import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../navigation/useBack.ts';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Page.module.css';

type PageProps = {
  children: ReactNode;
  /** A NavBar or another bar; stays at the top. */
  header?: ReactNode;
  /** The main action; stays at the bottom. */
  footer?: ReactNode;
  /** Without side margins, for lists and charts that span the width. */
  isFlush?: boolean;
  /** Uses the full width of a wide screen instead of a phone's column. */
  isWide?: boolean;
  /** Text and lists to read: as wide as a comfortable line. */
  isReading?: boolean;
};

/**
 * A screen: a bar at the top, its content, and a fixed footer. The document scrolls, not the screen. On a larger
 * screen, parts with `data-side` (`start`, `end`) are beside each other.
 */
export function Page({ children, header, footer, isFlush = false, isWide = false, isReading = false }: PageProps) {
  return (
    <div className={styles['page']} data-wide={isWide || undefined} data-reading={isReading || undefined}>
      {header}
      <main className={classNames(styles['main'], isFlush && styles['flush'])}>{children}</main>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}

type NavBarProps = {
  /** Heading of the screen. */
  title?: ReactNode;
  /** Whether there is a back button, or the step that it takes instead of leaving the page. */
  back?: boolean | (() => void) | undefined;
  /** Beside the title: a label, a change. */
  beside?: ReactNode;
  /** Figures between title and actions, where a desktop has room for them. */
  figures?: ReactNode;
  /** Icon buttons at the end. */
  actions?: ReactNode;
};

/** Bar at the top of a screen: back, the title as the screen's heading, actions. Stays while the screen scrolls. */
export function NavBar({ title, back = true, beside, figures, actions }: NavBarProps) {
  const { t } = useTranslation('common');
  const leave = useBack();
  return (
    <header className={styles['bar']}>
      {back !== false && (
        <IconButton
          icon={<ChevronLeft aria-hidden />}
          label={t('ui.back')}
          className={styles['edge']}
          onClick={back === true ? leave : back}
        />
      )}
      {title !== undefined && <h1 className={styles['title']}>{title}</h1>}
      {beside !== undefined && <div className={styles['beside']}>{beside}</div>}
      {figures}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}
