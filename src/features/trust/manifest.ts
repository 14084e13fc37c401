import { CircleCheck, CirclePercent, ClipboardX, ShieldCheck, Vault } from 'lucide-react';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import type { Feature } from '../../shared/navigation/feature.ts';

const namespaces = ['trust'] as const;

export const manifest: Feature = {
  pages: {
    trust: { load: async () => (await import('./TrustPages.tsx')).TrustPage, namespaces },
    finance: { load: async () => (await import('./TrustPages.tsx')).FinancePage, namespaces },
    financeBuy: { load: async () => (await import('./buy/BuyPage.tsx')).BuyPage, namespaces },
    financeOrders: {
      load: async () => (await import('./orders/OrdersPage.tsx')).OrdersPage,
      namespaces,
      needsSession: true,
    },
    financeRules: { load: async () => (await import('./RulesPage.tsx')).RulesPage, namespaces },
  },
  section: { name: 'earn', order: 1, links: ['trust', 'financeOrders', 'financeRules'] },
  tab: { page: 'trust', icon: ShieldCheck, text: 'tabs.trust', order: 5 },
  account: {
    kind: 'trust',
    page: 'trust',
    text: 'accounts.trust',
    held: { text: 'account.invested', page: 'financeOrders' },
    earned: async () => {
      const [{ EarnedFigures }] = await Promise.all([import('./TrustPages.tsx'), loadNamespace('trust')]);
      return EarnedFigures;
    },
  },
  entryIcons: {
    trust_open: Vault,
    trust_interest: CirclePercent,
    trust_mature: CircleCheck,
    trust_redeem: ClipboardX,
  },
  messageIcons: { trust: Vault },
};
