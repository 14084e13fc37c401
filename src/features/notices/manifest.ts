import { Megaphone } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    notices: {
      load: async () => (await import('./NoticesPage.tsx')).NoticesPage,
      namespaces: ['notices'],
    },
    notice: {
      load: async () => (await import('./NoticePage.tsx')).NoticePage,
      namespaces: ['notices'],
    },
  },
  section: { name: 'help', order: 3 },
  menu: [
    {
      page: 'notices',
      icon: Megaphone,
      text: 'menu.notices',
      order: 10,
      badge: async () => (await import('../../domain/notifications/MessageBadge.tsx')).MessageBadge,
    },
  ],
};
