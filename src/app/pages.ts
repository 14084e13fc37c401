/** The pages that exist, each a lazy module of its feature with the texts it needs. */
import type { ComponentType } from 'react';
import type shell from '../../locales/en/shell.json';
import type { PageName } from '../shared/navigation/paths.ts';

/** How a page is loaded. */
export type Page = {
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of `locales/`, loaded beside the code. */
  readonly namespaces: readonly string[];
  /** What the document is called while the page is shown. */
  readonly title: TitleKey;
};

/** A text of the namespace `shell`. */
export type TitleKey = `titles.${keyof (typeof shell)['titles']}`;

/** What the shell knows of the page it shows. */
export type PageHandle = { readonly name: PageName; readonly title: TitleKey };

/** Pages by the name of their route in `paths.ts`. */
export type Pages = Readonly<Partial<Record<PageName, Page>>>;

export const PAGES: Pages = {
  home: {
    load: async () => (await import('../features/home/HomePage.tsx')).HomePage,
    namespaces: ['home'],
    title: 'titles.home',
  },
  trade: {
    load: async () => (await import('../features/spot/TradePage.tsx')).TradePage,
    namespaces: ['spot'],
    title: 'titles.trade',
  },
  kline: {
    load: async () => (await import('../features/kline/KlinePage.tsx')).KlinePage,
    namespaces: ['kline'],
    title: 'titles.kline',
  },
  assets: {
    load: async () => (await import('../features/assets/AssetsPage.tsx')).AssetsPage,
    namespaces: ['assets'],
    title: 'titles.assets',
  },
  assetsRecord: {
    load: async () => (await import('../features/assets/records/RecordsPage.tsx')).RecordsPage,
    namespaces: ['records', 'assets'],
    title: 'titles.assetsRecord',
  },
  tradeAccount: {
    load: async () => (await import('../features/assets/TradeAccountPage.tsx')).TradeAccountPage,
    namespaces: ['assets'],
    title: 'titles.tradeAccount',
  },
  transfer: {
    load: async () => (await import('../features/transfer/TransferPage.tsx')).TransferPage,
    namespaces: ['transfer', 'assets'],
    title: 'titles.transfer',
  },
  transferRecord: {
    load: async () => (await import('../features/transfer/TransferRecordPage.tsx')).TransferRecordPage,
    namespaces: ['transfer', 'assets'],
    title: 'titles.transferRecord',
  },
  deposit: {
    load: async () => (await import('../features/deposit/DepositPage.tsx')).DepositPage,
    namespaces: ['deposit'],
    title: 'titles.deposit',
  },
  depositCharge: {
    load: async () => (await import('../features/deposit/ChargePage.tsx')).ChargePage,
    namespaces: ['deposit'],
    title: 'titles.depositCharge',
  },
  withdraw: {
    load: async () => (await import('../features/withdraw/WithdrawPage.tsx')).WithdrawPage,
    namespaces: ['withdraw'],
    title: 'titles.withdraw',
  },
  withdrawToBank: {
    load: async () => (await import('../features/withdraw/WithdrawToBankPage.tsx')).WithdrawToBankPage,
    namespaces: ['withdraw'],
    title: 'titles.withdrawToBank',
  },
  withdrawDetail: {
    load: async () => (await import('../features/withdraw/WithdrawDetailPage.tsx')).WithdrawDetailPage,
    namespaces: ['withdraw'],
    title: 'titles.withdrawDetail',
  },
  addresses: {
    load: async () => (await import('../features/addresses/AddressesPage.tsx')).AddressesPage,
    namespaces: ['addresses'],
    title: 'titles.addresses',
  },
  address: {
    load: async () => (await import('../features/addresses/AddressPage.tsx')).AddressPage,
    namespaces: ['addresses'],
    title: 'titles.address',
  },
  createAddress: {
    load: async () => (await import('../features/addresses/CreateAddressPage.tsx')).CreateAddressPage,
    namespaces: ['addresses', 'auth'],
    title: 'titles.createAddress',
  },
  bankCard: {
    load: async () => (await import('../features/bank/BankCardPage.tsx')).BankCardPage,
    namespaces: ['bank', 'forms'],
    title: 'titles.bankCard',
  },
  addBankCard: {
    load: async () => (await import('../features/bank/BindCardPage.tsx')).BindCardPage,
    namespaces: ['bank', 'forms'],
    title: 'titles.addBankCard',
  },
  login: {
    load: async () => (await import('../features/auth/LoginPage.tsx')).LoginPage,
    namespaces: ['auth'],
    title: 'titles.login',
  },
  register: {
    load: async () => (await import('../features/auth/RegisterPage.tsx')).RegisterPage,
    namespaces: ['auth'],
    title: 'titles.register',
  },
  forgetPassword: {
    load: async () => (await import('../features/auth/ForgetPasswordPage.tsx')).ForgetPasswordPage,
    namespaces: ['auth'],
    title: 'titles.forgetPassword',
  },
  choose: {
    load: async () => (await import('../features/auth/ChoosePage.tsx')).ChoosePage,
    namespaces: ['auth'],
    title: 'titles.choose',
  },
};
