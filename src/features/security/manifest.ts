import { ShieldCheck } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    security: {
      load: async () => (await import('./SecurityPage.tsx')).SecurityPage,
      namespaces: ['security'],
      needsSession: true,
    },
    changePassword: {
      load: async () => (await import('./ChangePasswordPage.tsx')).ChangePasswordPage,
      namespaces: ['security'],
      needsSession: true,
    },
    changePayPassword: {
      load: async () => (await import('./ChangePayPasswordPage.tsx')).ChangePayPasswordPage,
      namespaces: ['security', 'auth'],
      needsSession: true,
    },
  },
  menu: [{ page: 'security', icon: ShieldCheck, text: 'titles.security', order: 7 }],
};
