import { CircleQuestionMark } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    help: {
      load: async () => (await import('./HelpPage.tsx')).HelpPage,
      namespaces: ['help', 'notices'],
    },
    helpDetail: {
      load: async () => (await import('./HelpDetailPage.tsx')).HelpDetailPage,
      namespaces: ['help', 'notices'],
    },
  },
  section: { name: 'help', order: 1 },
  menu: [{ page: 'help', icon: CircleQuestionMark, text: 'menu.help', order: 11 }],
};
