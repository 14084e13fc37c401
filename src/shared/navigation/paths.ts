/**
 * Builders of all route paths. No other file spells a route.
 *
 * In `src/shared` rather than `src/app`, because features link to each other with these builders and may not import the
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

/** Target after the login: `backpage` is a path inside the app, `backtype` is 2 for tabs and 1 otherwise. */
export type BackQuery = { readonly backpage?: string; readonly backtype?: 1 | 2 };

type NoQuery = Readonly<Record<string, never>>;
type MarketQuery = { readonly symbol?: string | undefined };
/** A deposit channel: a coin with its chain, or the bank; or a declared deposit, by its id. */
type DepositQuery = { readonly channel?: number | undefined; readonly chain?: string | undefined };
type DepositChargeQuery = DepositQuery & { readonly id?: number | undefined };
/** A market with options or futures, by its symbol or its id. */
type ProductQuery = MarketQuery & { readonly match_id?: number | undefined };
/** A trust product by its id. */
type TrustQuery = { readonly id?: number | undefined };
/** An account by its kind: `spot`, `option`, `futures`, `trust`. */
type AccountQuery = { readonly account?: string | undefined };
/** A withdrawal by its id. */
type WithdrawDetailQuery = { readonly id?: number | undefined };
/** An offering by its id. */
type OfferQuery = { readonly id?: number | undefined };
type TransferQuery = Readonly<Partial<Record<'from' | 'to' | 'currency', string | undefined>>>;
/** `currency` by its name; `from` and `to` are UTC days. */
type RecordsQuery = AccountQuery & {
  readonly tab?: 'movements' | 'deposits' | 'withdrawals' | undefined;
  readonly currency?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
/** A month, `YYYY-MM`. */
type ResultsQuery = { readonly month?: string | undefined };
/** Names of the coins. */
type ConvertQuery = Readonly<Partial<Record<'from' | 'to', string | undefined>>>;
/** A recurring buy by its id. */
type PlanQuery = { readonly id?: number | undefined };
/** The name of the coin. */
type NewPlanQuery = { readonly to?: string | undefined };
/** The key of a security mail. */
type FreezeQuery = { readonly key?: string | undefined };
/** An entry of the address book by its id. */
type AddressQuery = { readonly id?: number | undefined };
/** A withdrawal channel, and an entry of the address book, by their ids. */
type WithdrawQuery = { readonly channel?: number | undefined; readonly address?: number | undefined };
/** Coordinates in degrees, and the name of the place. */
type PlaceQuery = {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
};
/** Search text. */
type HelpQuery = { readonly q?: string | undefined };
/** An article by its id, or by its slug. */
type ArticleQuery = { readonly id?: number | undefined; readonly slug?: string | undefined };
/** `messages`: the user's own, instead of announcements. */
type NoticesQuery = { readonly tab?: 'messages' | undefined };
/** `type`: initial order type. `price`: initial price of the ticket. `order`: id of the order that is opened. */
type TradeQuery = MarketQuery & {
  readonly side?: 'buy' | 'sell' | undefined;
  readonly type?: 'market' | undefined;
  readonly price?: string | undefined;
  readonly order?: string | undefined;
};

function route<Q extends Query = NoQuery>(pattern: string, { isTab } = { isTab: false }): Route<Q> {
  const build = (query?: Q) => withQuery(pattern, query);
  return Object.assign(build, { pattern, isTab });
}

const TAB = { isTab: true };

/** Builders of all routes. `paths.kline({symbol: 'BTC/USDT'})` returns the path with its query. */
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
  convert: route<ConvertQuery>('/pages/convert/index'),
  plans: route('/pages/convert/plans'),
  plan: route<PlanQuery>('/pages/convert/plan'),
  editPlan: route<PlanQuery>('/pages/convert/editPlan'),
  newPlan: route<NewPlanQuery>('/pages/convert/newPlan'),
  transferRecord: route('/pages/assets/transfer/record'),
  assetsRecord: route<RecordsQuery>('/pages/assets/record'),
  results: route<ResultsQuery>('/pages/assets/results'),
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
  limits: route('/pages/settings/limits'),
  security: route('/pages/settings/security/index'),
  changePassword: route('/pages/settings/security/changePassword'),
  changePayPassword: route('/pages/settings/security/changePayPassword'),
  appLock: route('/pages/settings/security/appLock'),
  twoStepLogin: route('/pages/settings/security/twoStepLogin'),
  accountData: route('/pages/settings/security/data'),
  fundReset: route('/pages/settings/security/fundReset'),
  tradingBreak: route('/pages/settings/security/break'),
  antiPhishing: route('/pages/security/antiPhishing'),
  freeze: route<FreezeQuery>('/pages/security/freeze'),
  securityEvents: route('/pages/security/events'),
  // Source of the prices of a market
  priceSource: route<MarketQuery>('/pages/trade/price-source'),
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
  // Settled options and closed positions
  optionHistory: route('/pages/option/history'),
  leverHistory: route('/pages/lever/history'),
  // The user's own alerts
  priceAlerts: route('/pages/trade/alerts'),
  // Verification
  fairness: route('/pages/fairness/index'),
  // Passkeys
  passkeys: route('/pages/settings/security/passkeys'),
  // Halts, with their reasons
  status: route('/pages/status/index'),
  // Agreement and privacy
  userAgreement: route('/user-agreement'),
  privacy: route('/privacy'),
} as const;

/** Name of a page. */
export type PageName = keyof typeof paths;

/** The root, which also shows the home page. */
export const ROOT_PATH = '/';

/** All routes with their names, in order of declaration. */
export const ROUTES = Object.entries(paths) as readonly (readonly [PageName, Route])[];

/** Route of a path, built or not; `undefined` for paths that the product does not have. */
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
