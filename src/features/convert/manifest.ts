import { Repeat } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    convert: {
      load: async () => (await import('./ConvertPage.tsx')).ConvertPage,
      namespaces: ['convert'],
      needsSession: true,
    },
  },
  menu: [{ page: 'convert', icon: Repeat, text: 'titles.convert', order: 6 }],
};
