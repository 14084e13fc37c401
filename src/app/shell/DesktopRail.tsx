import { ArrowLeftRight, ChartCandlestick, House, Menu, ShieldCheck, Timer, Wallet, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { paths, routeOf } from '../../shared/navigation/paths.ts';
import styles from '../../shared/ui/TabBar.module.css';

/** The pages of the rail, in order: those of the tab bar, and futures. */
const PAGES = ['home', 'trade', 'lever', 'option', 'trust', 'assets'] as const;

const ICONS: Readonly<Record<(typeof PAGES)[number], LucideIcon>> = {
  home: House,
  trade: ArrowLeftRight,
  lever: ChartCandlestick,
  option: Timer,
  trust: ShieldCheck,
  assets: Wallet,
};

/** Main pages of the app at the side of a desktop, and the menu. */
export function DesktopRail() {
  const { t } = useTranslation('shell');
  const current = routeOf(useLocation().pathname);
  const openMenu = useOpenLeftMenu();
  return (
    <nav aria-label={t('tabs.label')} className={styles['bar']}>
      {PAGES.map((page) => {
        const Icon = ICONS[page];
        const isActive = current?.pattern === paths[page].pattern;
        return (
          <Link key={page} to={paths[page]()} className={styles['tab']} aria-current={isActive ? 'page' : undefined}>
            <Icon aria-hidden />
            <span className={styles['label']}>{t(page === 'lever' ? 'titles.lever' : `tabs.${page}`)}</span>
          </Link>
        );
      })}
      <button type="button" className={styles['tab']} onClick={openMenu}>
        <Menu aria-hidden />
        <span className={styles['label']}>{t('menu.title')}</span>
      </button>
    </nav>
  );
}
