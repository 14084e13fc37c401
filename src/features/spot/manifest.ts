import { ArrowLeftRight, ChartCandlestick, ClipboardList, ClipboardX } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    trade: {
      load: async () => (await import('./TradePage.tsx')).TradePage,
      namespaces: ['spot', 'priceSource'],
    },
  },
  drawnOrder: {
    load: async () => (await import('./edit/DrawnOrder.tsx')).DrawnOrder,
    namespace: 'spot',
  },
  tab: { page: 'trade', icon: ArrowLeftRight, text: 'tabs.trade', order: 2 },
  account: { kind: 'spot', page: 'trade' },
  entryIcons: {
    spot_hold: ClipboardList,
    spot_release: ClipboardX,
    spot_fill: ChartCandlestick,
    convert: ArrowLeftRight,
  },
  messageIcons: { fills: ChartCandlestick },
};
