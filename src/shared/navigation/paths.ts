/**
 * Every route of the product (specification, section 2), each as a builder of its path. No other file spells a route.
 *
 * Lies in `src/shared`, not in `src/app`, because features link to each other by these builders and may not import the app.
 */

type Query = Readonly<Record<string, string | number | undefined>>;

type RouteOptions = {
  /** Whether the page exists; only these are registered, all others lead to the not-found page. */
  readonly isBuilt: boolean;
  /** Whether the page is one of the five tabs. */
  readonly isTab: boolean;
  /** Whether anonymous users are sent to the login page. */
  readonly needsSession: boolean;
};

/** Builds the path of one page, query included, and says what the page is. */
export type Route<Q extends Query = Query> = RouteOptions & {
  (query?: Q): string;
  /** The path without query, as the router registers it. */
  readonly pattern: string;
};

/** Where the login pages lead back to: `backpage` is a path inside the app, `backtype` is 2 for tabs and 1 otherwise. */
export type BackQuery = { readonly backpage?: string; readonly backtype?: 1 | 2 };

type NoQuery = Readonly<Record<string, never>>;
type MarketQuery = { readonly symbol?: string | undefined };
/** A way to pay in: a coin with its chain, or the bank; or a deposit that was declared, by its id. */
type DepositQuery = { readonly channel?: number | undefined; readonly chain?: string | undefined };
type DepositChargeQuery = DepositQuery & { readonly id?: number | undefined };
/** An account by its kind: `spot`, `option`, `contract`, `trust`. */
type AccountQuery = { readonly account?: string | undefined };
/** A withdrawal by its id. */
type WithdrawDetailQuery = { readonly id?: number | undefined };
type TransferQuery = { readonly from?: string | undefined; readonly currency?: string | undefined };
type RecordsQuery = AccountQuery & { readonly tab?: 'movements' | 'deposits' | 'withdrawals' | undefined };
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
type TradeQuery = MarketQuery & { readonly side?: 'buy' | 'sell' | undefined };

function route<Q extends Query = NoQuery>(pattern: string, options: Partial<RouteOptions> = {}): Route<Q> {
  const build = (query?: Q) => withQuery(pattern, query);
  return Object.assign(build, { pattern, isBuilt: false, isTab: false, needsSession: false, ...options });
}

const BUILT = { isBuilt: true };
const TAB = { isTab: true };
const PRIVATE = { needsSession: true };

/** Builders of all routes. `paths.kline({symbol: 'BTC/USDT'})` gives the path with its query. */
export const paths = {
  // Tabs, in the order of the tab bar
  home: route('/pages/index/index', { ...BUILT, ...TAB }),
  trade: route<TradeQuery>('/pages/trade/index', { ...BUILT, ...TAB }),
  option: route('/pages/option/detail', TAB),
  trust: route('/pages/template/index', TAB),
  assets: route('/pages/assets/index', { ...BUILT, ...TAB, ...PRIVATE }),
  // Trading
  kline: route<MarketQuery>('/pages/trade/kline', BUILT),
  lever: route('/pages/lever/index'),
  // Assets
  deposit: route<DepositQuery>('/pages/assets/deposit/index', { ...BUILT, ...PRIVATE }),
  depositCharge: route<DepositChargeQuery>('/pages/assets/deposit/charge', { ...BUILT, ...PRIVATE }),
  withdraw: route<WithdrawQuery>('/pages/assets/withdraw/index', { ...BUILT, ...PRIVATE }),
  withdrawDetail: route<WithdrawDetailQuery>('/pages/assets/withdraw/detail', { ...BUILT, ...PRIVATE }),
  withdrawToBank: route('/pages/assets/withdraw/bank/bank', { ...BUILT, ...PRIVATE }),
  transfer: route<TransferQuery>('/pages/assets/transfer/index', { ...BUILT, ...PRIVATE }),
  transferRecord: route('/pages/assets/transfer/record', { ...BUILT, ...PRIVATE }),
  assetsRecord: route<RecordsQuery>('/pages/assets/record', { ...BUILT, ...PRIVATE }),
  tradeAccount: route<AccountQuery>('/pages/assets/tradeAccount', { ...BUILT, ...PRIVATE }),
  // Bank binding
  bankCard: route('/pages/bankbind/index', { ...BUILT, ...PRIVATE }),
  addBankCard: route('/pages/bankbind/addbank', { ...BUILT, ...PRIVATE }),
  // Finance
  finance: route('/pages/finance/index'),
  financeBuy: route('/pages/finance/buyPage', PRIVATE),
  financeOrders: route('/pages/finance/ordersPage', PRIVATE),
  financeRules: route('/pages/finance/rulePage'),
  // Help
  help: route<HelpQuery>('/pages/help-center/center', BUILT),
  helpDetail: route<ArticleQuery>('/pages/help-center/detail', BUILT),
  helpChat: route('/pages/help-center/chat', BUILT),
  // Notices
  notice: route<ArticleQuery>('/pages/index/notice/notice', BUILT),
  notices: route<NoticesQuery>('/pages/notice/index', BUILT),
  // Settings
  settings: route('/pages/settings/index', BUILT),
  account: route('/pages/settings/account/index', { ...BUILT, ...PRIVATE }),
  language: route('/pages/settings/language/language', BUILT),
  security: route('/pages/settings/security/index', { ...BUILT, ...PRIVATE }),
  changePassword: route('/pages/settings/security/changePassword', { ...BUILT, ...PRIVATE }),
  changePayPassword: route('/pages/settings/security/changePayPassword', { ...BUILT, ...PRIVATE }),
  // Verification
  verification: route('/pages/verification/index', { ...BUILT, ...PRIVATE }),
  verificationBasic: route('/pages/verification/basic', { ...BUILT, ...PRIVATE }),
  verificationAdvanced: route('/pages/verification/advanced', { ...BUILT, ...PRIVATE }),
  // Promotion
  promotion: route('/pages/promotion/index', PRIVATE),
  // Withdrawal addresses
  addresses: route('/pages/user/address/index', { ...BUILT, ...PRIVATE }),
  address: route<AddressQuery>('/pages/user/address/address', { ...BUILT, ...PRIVATE }),
  createAddress: route<WithdrawQuery>('/pages/user/address/create', { ...BUILT, ...PRIVATE }),
  // Login
  login: route<BackQuery>('/pages/user/login/login', BUILT),
  register: route<BackQuery>('/pages/user/login/register', BUILT),
  forgetPassword: route<BackQuery>('/pages/user/login/forgetPassword', BUILT),
  choose: route<BackQuery>('/pages/user/login/choose', BUILT),
  // New coins
  publications: route('/pages/publication/index'),
  publication: route('/pages/publication/details'),
  publicationPurchase: route('/pages/publication/purchase', PRIVATE),
  // System pages
  chooseLocation: route('/choose-location', BUILT),
  openLocation: route<PlaceQuery>('/open-location', BUILT),
} as const;

/** The name of a page. */
export type PageName = keyof typeof paths;

/** The root, which shows the home page as well. */
export const ROOT_PATH = '/';

/** All routes with their names, in the order of the specification. */
export const ROUTES = Object.entries(paths) as readonly (readonly [PageName, Route])[];

/** The built route that shows a path; `undefined` for unknown paths and for pages that are not built. */
export function builtRouteOf(pathname: string): Route | undefined {
  if (pathname === ROOT_PATH) return paths.home as Route;
  return ROUTES.find(([, known]) => known.isBuilt && known.pattern === pathname)?.[1];
}

function withQuery(pattern: string, query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? pattern : `${pattern}?${new URLSearchParams(pairs).toString()}`;
}
