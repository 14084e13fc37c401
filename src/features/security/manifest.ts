import { ShieldCheck } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    security: {
      load: async () => (await import('./SecurityPage.tsx')).SecurityPage,
      namespaces: ['security', 'reasons'],
      needsSession: true,
    },
    changePassword: {
      load: async () => (await import('./ChangePasswordPage.tsx')).ChangePasswordPage,
      namespaces: ['security', 'auth'],
      needsSession: true,
    },
    changePayPassword: {
      load: async () => (await import('./ChangePayPasswordPage.tsx')).ChangePayPasswordPage,
      namespaces: ['security', 'auth'],
      needsSession: true,
    },
    fundReset: {
      load: async () => (await import('./FundResetPage.tsx')).FundResetPage,
      namespaces: ['security', 'reasons'],
      needsSession: true,
    },
    appLock: {
      load: async () => (await import('./AppLockPage.tsx')).AppLockPage,
      namespaces: ['security', 'reasons'],
    },
    twoStepLogin: {
      load: async () => (await import('./factors/TwoStepPage.tsx')).TwoStepPage,
      namespaces: ['factors'],
      needsSession: true,
    },
    passkeys: {
      load: async () => (await import('./passkeys/PasskeysPage.tsx')).PasskeysPage,
      namespaces: ['passkeys', 'auth'],
      needsSession: true,
    },
    freeze: {
      load: async () => (await import('./freeze/FreezePage.tsx')).FreezePage,
      namespaces: ['accountSafety', 'reasons'],
    },
    tradingBreak: {
      load: async () => (await import('./TradingBreakPage.tsx')).TradingBreakPage,
      namespaces: ['accountSafety'],
      needsSession: true,
    },
    antiPhishing: {
      load: async () => (await import('./freeze/AntiPhishingPage.tsx')).AntiPhishingPage,
      namespaces: ['accountSafety', 'reasons'],
      needsSession: true,
    },
    securityEvents: {
      load: async () => (await import('./freeze/SecurityEventsPage.tsx')).SecurityEventsPage,
      namespaces: ['accountSafety', 'help', 'reasons'],
      needsSession: true,
    },
  },
  section: {
    name: 'account',
    order: 4,
    links: [
      'security',
      'changePassword',
      'changePayPassword',
      'twoStepLogin',
      'passkeys',
      'antiPhishing',
      'appLock',
      'securityEvents',
      'tradingBreak',
      'freeze',
    ],
  },
  menu: [{ page: 'security', icon: ShieldCheck, text: 'titles.security', order: 7 }],
  messageIcons: { security: ShieldCheck },
};
