import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    kline: {
      load: async () => (await import('./KlinePage.tsx')).KlinePage,
      namespaces: ['kline', 'priceSource'],
    },
  },
};
