import { ArrowDownToLine } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    deposit: {
      load: async () => (await import('./DepositPage.tsx')).DepositPage,
      namespaces: ['deposit', 'reasons'],
      needsSession: true,
    },
    depositCharge: {
      load: async () => (await import('./ChargePage.tsx')).ChargePage,
      namespaces: ['deposit', 'reasons'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 2 },
  menu: [{ page: 'deposit', icon: ArrowDownToLine, text: 'titles.deposit', order: 3 }],
  messageIcons: { deposits: ArrowDownToLine },
};
