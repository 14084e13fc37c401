import { ArrowLeftRight } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    transfer: {
      load: async () => (await import('./TransferPage.tsx')).TransferPage,
      namespaces: ['transfer', 'assets'],
      needsSession: true,
    },
    transferRecord: {
      load: async () => (await import('./TransferRecordPage.tsx')).TransferRecordPage,
      namespaces: ['transfer', 'assets', 'records'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 4 },
  menu: [{ page: 'transfer', icon: ArrowLeftRight, text: 'menu.transfer', order: 5 }],
};
