import { ArrowUpFromLine } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    withdraw: {
      load: async () => (await import('./WithdrawPages.tsx')).WithdrawPage,
      namespaces: ['withdraw', 'reasons'],
      needsSession: true,
    },
    withdrawToBank: {
      load: async () => (await import('./WithdrawPages.tsx')).WithdrawToBankPage,
      namespaces: ['withdraw', 'reasons'],
      needsSession: true,
    },
    withdrawDetail: {
      load: async () => (await import('./WithdrawDetailPage.tsx')).WithdrawDetailPage,
      namespaces: ['withdraw', 'reasons'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 3 },
  menu: [{ page: 'withdraw', icon: ArrowUpFromLine, text: 'titles.withdraw', order: 4 }],
  messageIcons: { withdrawals: ArrowUpFromLine },
};
