import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    bankCard: {
      load: async () => (await import('./BankCardPage.tsx')).BankCardPage,
      namespaces: ['bank', 'forms'],
      needsSession: true,
    },
    addBankCard: {
      load: async () => (await import('./BindCardPage.tsx')).BindCardPage,
      namespaces: ['bank', 'forms', 'auth'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 7 },
};
