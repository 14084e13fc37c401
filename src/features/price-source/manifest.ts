import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    priceSource: {
      load: async () => (await import('./PriceSourcePage.tsx')).PriceSourcePage,
      namespaces: ['priceSource'],
    },
  },
  section: { name: 'help', order: 5 },
};
