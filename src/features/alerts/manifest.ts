import { BellRing } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    priceAlerts: {
      load: async () => (await import('./AlertsPage.tsx')).AlertsPage,
      namespaces: ['alerts'],
      needsSession: true,
    },
  },
  section: { name: 'account', order: 5 },
  messageIcons: { alerts: BellRing },
};
