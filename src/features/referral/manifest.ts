import { Users } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    promotion: {
      load: async () => (await import('./ReferralPage.tsx')).ReferralPage,
      namespaces: ['referral'],
      needsSession: true,
    },
  },
  section: { name: 'account', order: 7 },
  menu: [{ page: 'promotion', icon: Users, text: 'titles.promotion', order: 5.5 }],
  entryIcons: { rebate_pay: Users },
  messageIcons: { rebates: Users },
};
