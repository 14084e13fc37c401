import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, FlaskConical, List, Wallet } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    assets: {
      load: async () => (await import('./AssetsPage.tsx')).AssetsPage,
      namespaces: ['assets'],
      needsSession: true,
    },
    tradeAccount: {
      load: async () => (await import('./TradeAccountPage.tsx')).TradeAccountPage,
      namespaces: ['assets'],
      needsSession: true,
    },
    assetsRecord: {
      load: async () => (await import('./records/RecordsPage.tsx')).RecordsPage,
      namespaces: ['records', 'assets', 'reasons'],
      needsSession: true,
    },
    results: {
      load: async () => (await import('./results/ResultsPage.tsx')).ResultsPage,
      namespaces: ['results', 'records'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 1, links: ['assets', 'assetsRecord', 'results'] },
  menu: [
    { page: 'assets', icon: Wallet, text: 'menu.assets', order: 2 },
    { page: 'assetsRecord', icon: List, text: 'titles.assetsRecord', order: 9 },
  ],
  tab: { page: 'assets', icon: Wallet, text: 'tabs.assets', order: 6 },
  entryIcons: {
    deposit: ArrowDownToLine,
    withdraw_hold: ArrowUpFromLine,
    withdraw_settle: ArrowUpFromLine,
    withdraw_release: ArrowUpFromLine,
    transfer: ArrowLeftRight,
    sandbox_fund: FlaskConical,
  },
};
