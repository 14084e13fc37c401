import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    chooseLocation: {
      load: async () => (await import('./ChooseLocationPage.tsx')).ChooseLocationPage,
      namespaces: ['location'],
    },
    openLocation: {
      load: async () => (await import('./OpenLocationPage.tsx')).OpenLocationPage,
      namespaces: ['location'],
    },
  },
};
