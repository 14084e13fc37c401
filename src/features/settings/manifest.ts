import { CircleDollarSign, Settings } from 'lucide-react';
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
    pricing: {
      load: async () => (await import('./PricingPage.tsx')).PricingPage,
      namespaces: ['pricing', 'settings'],
    },
  },
  section: { name: 'account', order: 1 },
  menu: [
    { page: 'pricing', icon: CircleDollarSign, text: 'titles.pricing', order: 12 },
    { page: 'settings', icon: Settings, text: 'titles.settings', order: 13 },
  ],
};
