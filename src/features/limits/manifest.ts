import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    limits: { load: async () => (await import('./LimitsPage.tsx')).LimitsPage, namespaces: ['limits'] },
  },
  section: { name: 'account', order: 6 },
};
