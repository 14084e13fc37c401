import { MessagesSquare } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    helpChat: {
      load: async () => (await import('./ChatPage.tsx')).ChatPage,
      namespaces: ['chat'],
    },
  },
  section: { name: 'help', order: 2 },
  menu: [
    {
      page: 'helpChat',
      icon: MessagesSquare,
      text: 'menu.support',
      order: 12,
      badge: async () => (await import('../../domain/chat/ChatBadge.tsx')).ChatBadge,
    },
  ],
  messageIcons: { support: MessagesSquare },
};
