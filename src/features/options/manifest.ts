import { Timer, TimerOff } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    option: {
      load: async () => (await import('./OptionPage.tsx')).OptionPage,
      namespaces: ['options', 'priceSource'],
    },
    optionHistory: {
      load: async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
      namespaces: ['options'],
      needsSession: true,
    },
  },
  tab: { page: 'option', icon: Timer, text: 'tabs.option', order: 4 },
  account: { kind: 'option', page: 'option' },
  entryIcons: {
    option_open: Timer,
    option_win: Timer,
    option_lose: Timer,
    option_tie: Timer,
    option_void: TimerOff,
  },
  messageIcons: { options: Timer },
};
