import { ArrowLeftRight, House, ShieldCheck, Timer, Wallet, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { builtRouteOf, isBuilt } from '../../shared/navigation/builtPages.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { TabBar } from '../../shared/ui/TabBar.tsx';

/** The five tabs in the order of the specification (section 2). */
const TABS = ['home', 'trade', 'option', 'trust', 'assets'] as const;

const ICONS: Readonly<Record<(typeof TABS)[number], LucideIcon>> = {
  home: House,
  trade: ArrowLeftRight,
  option: Timer,
  trust: ShieldCheck,
  assets: Wallet,
};

/** The tab bar; a tab whose page is not built is left out. */
export function AppTabBar() {
  const { t } = useTranslation('shell');
  const current = builtRouteOf(useLocation().pathname);
  const items = TABS.filter(isBuilt).map((tab) => {
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
