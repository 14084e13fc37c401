import { ChartCandlestick, House } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    home: {
      load: async () => (await import('./HomePage.tsx')).HomePage,
      namespaces: ['home'],
    },
  },
  menu: [{ page: 'home', icon: ChartCandlestick, text: 'menu.markets', order: 1 }],
  tab: { page: 'home', icon: House, text: 'tabs.home', order: 1 },
};
