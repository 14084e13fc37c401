import { ArrowLeftRight, House, ShieldCheck, Timer, Wallet, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths, routeOf } from '../../shared/navigation/paths.ts';
import { TabBar } from '../../shared/ui/TabBar.tsx';

/** The five tabs, in order. */
const TABS = ['home', 'trade', 'option', 'trust', 'assets'] as const;

const ICONS: Readonly<Record<(typeof TABS)[number], LucideIcon>> = {
  home: House,
  trade: ArrowLeftRight,
  option: Timer,
  trust: ShieldCheck,
  assets: Wallet,
};

/** Tab bar. A tab without a built product leads to the page that explains so. */
export function AppTabBar() {
  const { t } = useTranslation('shell');
  const current = routeOf(useLocation().pathname);
  const items = TABS.map((tab) => {
    const Icon = ICONS[tab];
    return {
      to: paths[tab](),
      label: t(`tabs.${tab}`),
      icon: <Icon aria-hidden />,
      isActive: current?.pattern === paths[tab].pattern,
    };
  });
  return <TabBar label={t('tabs.label')} items={items} />;
}
