import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    option: {
      load: async () => (await import('./OptionPage.tsx')).OptionPage,
      namespaces: ['options'],
    },
    optionHistory: {
      load: async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
      namespaces: ['options'],
      needsSession: true,
    },
  },
};
