import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    trade: {
      load: async () => (await import('./TradePage.tsx')).TradePage,
      namespaces: ['spot'],
    },
  },
  drawnOrder: {
    load: async () => (await import('./edit/DrawnOrder.tsx')).DrawnOrder,
    namespace: 'spot',
  },
};
