import { Scale } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    lever: {
      load: async () => (await import('./FuturesPage.tsx')).FuturesPage,
      namespaces: ['futures'],
    },
    leverHistory: {
      load: async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
      namespaces: ['futures'],
      needsSession: true,
    },
  },
  // Among the trading pages, before those of money.
  menu: [{ page: 'lever', icon: Scale, text: 'titles.lever', order: 1.5 }],
};
