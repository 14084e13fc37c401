import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    account: {
      load: async () => (await import('./AccountPage.tsx')).AccountPage,
      namespaces: ['account'],
      needsSession: true,
    },
    accountData: {
      load: async () => (await import('./AccountDataPage.tsx')).AccountDataPage,
      namespaces: ['account'],
      needsSession: true,
    },
  },
  section: { name: 'account', order: 2, links: ['account', 'accountData'] },
};
