import { Settings } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    settings: {
      load: async () => (await import('./SettingsPage.tsx')).SettingsPage,
      namespaces: ['settings', 'inbox'],
    },
    language: {
      load: async () => (await import('./LanguagePage.tsx')).LanguagePage,
      namespaces: ['settings'],
    },
  },
  menu: [{ page: 'settings', icon: Settings, text: 'titles.settings', order: 13 }],
};
