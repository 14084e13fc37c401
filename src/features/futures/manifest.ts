import {
  ChartCandlestick,
  CircleAlert,
  CircleCheck,
  CirclePlus,
  ClipboardList,
  ClipboardX,
  Moon,
  ReceiptText,
  Scale,
} from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    lever: {
      load: async () => (await import('./FuturesPage.tsx')).FuturesPage,
      namespaces: ['futures', 'priceSource'],
    },
    leverHistory: {
      load: async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
      namespaces: ['futures'],
      needsSession: true,
    },
  },
  // Among the trading pages, before those of money.
  menu: [{ page: 'lever', icon: Scale, text: 'titles.lever', order: 1.5 }],
  tab: { page: 'lever', icon: ChartCandlestick, text: 'titles.lever', order: 3, isOnRailOnly: true },
  account: { kind: 'futures', page: 'lever' },
  entryIcons: {
    contract_order: ClipboardList,
    contract_open: Scale,
    contract_fee: ReceiptText,
    contract_cancel: ClipboardX,
    contract_add_margin: CirclePlus,
    contract_overnight: Moon,
    contract_close: CircleCheck,
    contract_liquidation: CircleAlert,
  },
  messageIcons: { contracts: Scale },
};
