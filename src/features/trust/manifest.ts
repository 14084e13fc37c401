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
};
