import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    freeze: {
      load: async () => (await import('./FreezePage.tsx')).FreezePage,
      namespaces: ['safety', 'reasons'],
    },
    antiPhishing: {
      load: async () => (await import('./AntiPhishingPage.tsx')).AntiPhishingPage,
      namespaces: ['safety', 'reasons'],
      needsSession: true,
    },
    securityEvents: {
      load: async () => (await import('./SecurityEventsPage.tsx')).SecurityEventsPage,
      namespaces: ['safety', 'reasons'],
      needsSession: true,
    },
  },
};
