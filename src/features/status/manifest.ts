import { Activity } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    status: {
      load: async () => (await import('./StatusPage.tsx')).StatusPage,
      namespaces: ['status'],
    },
  },
  section: { name: 'help', order: 6 },
  menu: [{ page: 'status', icon: Activity, text: 'titles.status', order: 13 }],
};
