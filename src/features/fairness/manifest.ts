import { BadgeCheck } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    fairness: {
      load: async () => (await import('./FairnessPage.tsx')).FairnessPage,
      namespaces: ['fairness', 'log'],
    },
  },
  section: { name: 'help', order: 4 },
  // Beside help, which explains the same in detail.
  menu: [{ page: 'fairness', icon: BadgeCheck, text: 'titles.fairness', order: 10.5 }],
};
