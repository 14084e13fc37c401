import { IdCard } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    verification: {
      load: async () => (await import('./VerificationPage.tsx')).VerificationPage,
      namespaces: ['verification', 'limits', 'reasons'],
      needsSession: true,
    },
    verificationBasic: {
      load: async () => (await import('./BasicPage.tsx')).BasicPage,
      namespaces: ['verification', 'reasons'],
      needsSession: true,
    },
    verificationAdvanced: {
      load: async () => (await import('./AdvancedPage.tsx')).AdvancedPage,
      namespaces: ['verification', 'reasons'],
      needsSession: true,
    },
  },
  section: { name: 'account', order: 3 },
  menu: [{ page: 'verification', icon: IdCard, text: 'titles.verification', order: 6 }],
};
