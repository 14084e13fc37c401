/**
 * Every route of the product (specification, section 2), each as a builder of its path. No other file spells a route.
 *
 * Lies in `src/shared`, not in `src/app`, because features link to each other by these builders and may not import the
 * app.
 */

type Query = Readonly<Record<string, string | number | undefined>>;

/** Builds the path of one page, query included. */
export type Route<Q extends Query = Query> = {
  (query?: Q): string;
  /** The path without query, as the router registers it. */
  readonly pattern: string;
  /** Whether the page is one of the five tabs. */
  readonly isTab: boolean;
};

/**
 * Where the login pages lead back to: `backpage` is a path inside the app, `backtype` is 2 for tabs and 1 otherwise.
 */
export type BackQuery = { readonly backpage?: string; readonly backtype?: 1 | 2 };

type NoQuery = Readonly<Record<string, never>>;
type MarketQuery = { readonly symbol?: string | undefined };
/** A way to pay in: a coin with its chain, or the bank; or a deposit that was declared, by its id. */
type DepositQuery = { readonly channel?: number | undefined; readonly chain?: string | undefined };
type DepositChargeQuery = DepositQuery & { readonly id?: number | undefined };
/** A market with options or contracts, by its symbol or its id. */
type ProductQuery = MarketQuery & { readonly match_id?: number | undefined };
/** A trust product by its id. */
type TrustQuery = { readonly id?: number | undefined };
/** An account by its kind: `spot`, `option`, `contract`, `trust`. */
type AccountQuery = { readonly account?: string | undefined };
/** A withdrawal by its id. */
type WithdrawDetailQuery = { readonly id?: number | undefined };
/** An offer of a new coin by its id. */
type OfferQuery = { readonly id?: number | undefined };
type TransferQuery = { readonly from?: string | undefined; readonly currency?: string | undefined };
type RecordsQuery = AccountQuery & { readonly tab?: 'movements' | 'deposits' | 'withdrawals' | undefined };
/** The key of a security mail. */
type FreezeQuery = { readonly key?: string | undefined };
/** An entry of the address book by its id. */
type AddressQuery = { readonly id?: number | undefined };
/** A way to withdraw, by the id of its channel. */
type WithdrawQuery = { readonly channel?: number | undefined };
/** A place in degrees, and what it is called. */
type PlaceQuery = {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
};
/** What is searched for. */
type HelpQuery = { readonly q?: string | undefined };
/** An article by its id, or by its name. */
type ArticleQuery = { readonly id?: number | undefined; readonly slug?: string | undefined };
/** `messages`: the user's own, instead of announcements. */
type NoticesQuery = { readonly tab?: 'messages' | undefined };
/** `price`: what the ticket begins with. `edit`: a waiting order that is to be changed, `to` another price. */
type TradeQuery = MarketQuery & {
  readonly side?: 'buy' | 'sell' | undefined;
  readonly price?: string | undefined;
  readonly edit?: number | undefined;
  readonly to?: string | undefined;
};

function route<Q extends Query = NoQuery>(pattern: string, { isTab } = { isTab: false }): Route<Q> {
  const build = (query?: Q) => withQuery(pattern, query);
  return Object.assign(build, { pattern, isTab });
}

const TAB = { isTab: true };

/** Builders of all routes. `paths.kline({symbol: 'BTC/USDT'})` gives the path with its query. */
export const paths = {
  // Tabs, in the order of the tab bar
  home: route('/pages/index/index', TAB),
  trade: route<TradeQuery>('/pages/trade/index', TAB),
  option: route<ProductQuery>('/pages/option/detail', TAB),
  trust: route('/pages/template/index', TAB),
  assets: route('/pages/assets/index', TAB),
  // Trading
  kline: route<MarketQuery>('/pages/trade/kline'),
  lever: route<ProductQuery>('/pages/lever/index'),
  // Assets
  deposit: route<DepositQuery>('/pages/assets/deposit/index'),
  depositCharge: route<DepositChargeQuery>('/pages/assets/deposit/charge'),
  withdraw: route<WithdrawQuery>('/pages/assets/withdraw/index'),
  withdrawDetail: route<WithdrawDetailQuery>('/pages/assets/withdraw/detail'),
  withdrawToBank: route('/pages/assets/withdraw/bank/bank'),
  transfer: route<TransferQuery>('/pages/assets/transfer/index'),
  transferRecord: route('/pages/assets/transfer/record'),
  assetsRecord: route<RecordsQuery>('/pages/assets/record'),
  tradeAccount: route<AccountQuery>('/pages/assets/tradeAccount'),
  // Bank binding
  bankCard: route('/pages/bankbind/index'),
  addBankCard: route('/pages/bankbind/addbank'),
  // Finance
  finance: route('/pages/finance/index'),
  financeBuy: route<TrustQuery>('/pages/finance/buyPage'),
  financeOrders: route('/pages/finance/ordersPage'),
  financeRules: route('/pages/finance/rulePage'),
  // Help
  help: route<HelpQuery>('/pages/help-center/center'),
  helpDetail: route<ArticleQuery>('/pages/help-center/detail'),
  helpChat: route('/pages/help-center/chat'),
  // Notices
  notice: route<ArticleQuery>('/pages/index/notice/notice'),
  notices: route<NoticesQuery>('/pages/notice/index'),
  // Settings
  settings: route('/pages/settings/index'),
  account: route('/pages/settings/account/index'),
  language: route('/pages/settings/language/language'),
  pricing: route('/pages/settings/pricing/index'),
  security: route('/pages/settings/security/index'),
  changePassword: route('/pages/settings/security/changePassword'),
  changePayPassword: route('/pages/settings/security/changePayPassword'),
  appLock: route('/pages/settings/security/appLock'),
  twoStepLogin: route('/pages/settings/security/twoStepLogin'),
  fundReset: route('/pages/settings/security/fundReset'),
  antiPhishing: route('/pages/security/antiPhishing'),
  freeze: route<FreezeQuery>('/pages/security/freeze'),
  securityEvents: route('/pages/security/events'),
  // Verification
  verification: route('/pages/verification/index'),
  verificationBasic: route('/pages/verification/basic'),
  verificationAdvanced: route('/pages/verification/advanced'),
  // Promotion
  promotion: route('/pages/promotion/index'),
  // Withdrawal addresses
  addresses: route('/pages/user/address/index'),
  address: route<AddressQuery>('/pages/user/address/address'),
  createAddress: route<WithdrawQuery>('/pages/user/address/create'),
  // Login
  login: route<BackQuery>('/pages/user/login/login'),
  register: route<BackQuery>('/pages/user/login/register'),
  forgetPassword: route<BackQuery>('/pages/user/login/forgetPassword'),
  choose: route<BackQuery>('/pages/user/login/choose'),
  // New coins
  publications: route('/pages/publication/index'),
  publication: route<OfferQuery>('/pages/publication/details'),
  publicationPurchase: route<OfferQuery>('/pages/publication/purchase'),
  // System pages
  chooseLocation: route('/choose-location'),
  openLocation: route<PlaceQuery>('/open-location'),
  // Options and contracts that are over, which the specification names without a route
  optionHistory: route('/pages/option/history'),
  leverHistory: route('/pages/lever/history'),
  // The user's own alerts, which the specification does not know
  priceAlerts: route('/pages/trade/alerts'),
  // What can be checked, which the specification names without a route
  fairness: route('/pages/fairness/index'),
  // What one logs in with instead of a password, which the specification does not know
  passkeys: route('/pages/settings/security/passkeys'),
  // What a user agrees to and what is kept of him, which the specification names without a route
  userAgreement: route('/user-agreement'),
  privacy: route('/privacy'),
} as const;

/** The name of a page. */
export type PageName = keyof typeof paths;

/** The root, which shows the home page as well. */
export const ROOT_PATH = '/';

/** All routes with their names, in the order of the specification. */
export const ROUTES = Object.entries(paths) as readonly (readonly [PageName, Route])[];

/** The route of a path, whether its page is built or not; `undefined` for paths that the product does not have. */
export function routeOf(pathname: string): Route | undefined {
  if (pathname === ROOT_PATH) return paths.home as Route;
  return ROUTES.find(([, known]) => known.pattern === pathname)?.[1];
}

function withQuery(pattern: string, query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? pattern : `${pattern}?${new URLSearchParams(pairs).toString()}`;
}
