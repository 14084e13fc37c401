/** The pages that exist, each a lazy module of its feature with the texts it needs. */
import type { ComponentType } from 'react';
import type shell from '../../locales/en/shell.json';
import type { PageName } from '../shared/navigation/paths.ts';
import { HOME_PAGE } from './homePage.ts';

/** How a page is loaded. */
export type Page = {
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of `locales/`, loaded beside the code. */
  readonly namespaces: readonly string[];
};

/** A page that can be built: the namespace `shell` says what the document is called while it is shown. */
export type TitledPage = PageName & keyof (typeof shell)['titles'];

/** A text of the namespace `shell`. */
export type TitleKey = `titles.${keyof (typeof shell)['titles']}`;

/** Where a page is found whose code and texts are not known from the start. */
export type FindPage = () => Promise<Page>;

/** What the shell knows of the page it shows. */
export type PageHandle = { readonly name: TitledPage; readonly title: TitleKey };

/** Pages by the name of their route in `paths.ts`. */
export type Pages = Readonly<Partial<Record<TitledPage, Page | FindPage>>>;

export const PAGES: Readonly<Partial<Record<TitledPage, Page>>> = {
  home: HOME_PAGE,
  trade: {
    load: async () => (await import('../features/spot/TradePage.tsx')).TradePage,
    namespaces: ['spot'],
  },
  kline: {
    load: async () => (await import('../features/kline/KlinePage.tsx')).KlinePage,
    namespaces: ['kline'],
  },
  assets: {
    load: async () => (await import('../features/assets/AssetsPage.tsx')).AssetsPage,
    namespaces: ['assets'],
  },
  assetsRecord: {
    load: async () => (await import('../features/assets/records/RecordsPage.tsx')).RecordsPage,
    namespaces: ['records', 'assets'],
  },
  tradeAccount: {
    load: async () => (await import('../features/assets/TradeAccountPage.tsx')).TradeAccountPage,
    namespaces: ['assets'],
  },
  transfer: {
    load: async () => (await import('../features/transfer/TransferPage.tsx')).TransferPage,
    namespaces: ['transfer', 'assets'],
  },
  transferRecord: {
    load: async () => (await import('../features/transfer/TransferRecordPage.tsx')).TransferRecordPage,
    namespaces: ['transfer', 'assets'],
  },
  deposit: {
    load: async () => (await import('../features/deposit/DepositPage.tsx')).DepositPage,
    namespaces: ['deposit'],
  },
  depositCharge: {
    load: async () => (await import('../features/deposit/ChargePage.tsx')).ChargePage,
    namespaces: ['deposit'],
  },
  withdraw: {
    load: async () => (await import('../features/withdraw/WithdrawPage.tsx')).WithdrawPage,
    namespaces: ['withdraw'],
  },
  withdrawToBank: {
    load: async () => (await import('../features/withdraw/WithdrawToBankPage.tsx')).WithdrawToBankPage,
    namespaces: ['withdraw'],
  },
  withdrawDetail: {
    load: async () => (await import('../features/withdraw/WithdrawDetailPage.tsx')).WithdrawDetailPage,
    namespaces: ['withdraw'],
  },
  addresses: {
    load: async () => (await import('../features/addresses/AddressesPage.tsx')).AddressesPage,
    namespaces: ['addresses'],
  },
  address: {
    load: async () => (await import('../features/addresses/AddressPage.tsx')).AddressPage,
    namespaces: ['addresses'],
  },
  createAddress: {
    load: async () => (await import('../features/addresses/CreateAddressPage.tsx')).CreateAddressPage,
    namespaces: ['addresses', 'auth'],
  },
  bankCard: {
    load: async () => (await import('../features/bank/BankCardPage.tsx')).BankCardPage,
    namespaces: ['bank', 'forms'],
  },
  addBankCard: {
    load: async () => (await import('../features/bank/BindCardPage.tsx')).BindCardPage,
    namespaces: ['bank', 'forms'],
  },
  settings: {
    load: async () => (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
    namespaces: ['settings', 'inbox'],
  },
  language: {
    load: async () => (await import('../features/settings/LanguagePage.tsx')).LanguagePage,
    namespaces: ['settings'],
  },
  account: {
    load: async () => (await import('../features/account/AccountPage.tsx')).AccountPage,
    namespaces: ['account'],
  },
  security: {
    load: async () => (await import('../features/security/SecurityPage.tsx')).SecurityPage,
    namespaces: ['security'],
  },
  changePassword: {
    load: async () => (await import('../features/security/ChangePasswordPage.tsx')).ChangePasswordPage,
    namespaces: ['security'],
  },
  changePayPassword: {
    load: async () => (await import('../features/security/ChangePayPasswordPage.tsx')).ChangePayPasswordPage,
    namespaces: ['security'],
  },
  verification: {
    load: async () => (await import('../features/verification/VerificationPage.tsx')).VerificationPage,
    namespaces: ['verification'],
  },
  verificationBasic: {
    load: async () => (await import('../features/verification/BasicPage.tsx')).BasicPage,
    namespaces: ['verification'],
  },
  verificationAdvanced: {
    load: async () => (await import('../features/verification/AdvancedPage.tsx')).AdvancedPage,
    namespaces: ['verification'],
  },
  notices: {
    load: async () => (await import('../features/notices/NoticesPage.tsx')).NoticesPage,
    namespaces: ['notices'],
  },
  notice: {
    load: async () => (await import('../features/notices/NoticePage.tsx')).NoticePage,
    namespaces: ['notices'],
  },
  help: {
    load: async () => (await import('../features/help/HelpPage.tsx')).HelpPage,
    namespaces: ['help', 'notices'],
  },
  helpDetail: {
    load: async () => (await import('../features/help/HelpDetailPage.tsx')).HelpDetailPage,
    namespaces: ['help', 'notices'],
  },
  chooseLocation: {
    load: async () => (await import('../features/location/ChooseLocationPage.tsx')).ChooseLocationPage,
    namespaces: ['location'],
  },
  openLocation: {
    load: async () => (await import('../features/location/OpenLocationPage.tsx')).OpenLocationPage,
    namespaces: ['location'],
  },
  helpChat: {
    load: async () => (await import('../features/chat/ChatPage.tsx')).ChatPage,
    namespaces: ['chat'],
  },
  login: {
    load: async () => (await import('../features/auth/LoginPage.tsx')).LoginPage,
    namespaces: ['auth'],
  },
  register: {
    load: async () => (await import('../features/auth/RegisterPage.tsx')).RegisterPage,
    namespaces: ['auth'],
  },
  forgetPassword: {
    load: async () => (await import('../features/auth/ForgetPasswordPage.tsx')).ForgetPasswordPage,
    namespaces: ['auth'],
  },
  choose: {
    load: async () => (await import('../features/auth/ChoosePage.tsx')).ChoosePage,
    namespaces: ['auth'],
  },
};
