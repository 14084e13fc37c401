import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apartHashesPlugin } from './manifest/apartHashesPlugin.ts';
import { BASE } from './manifest/base.ts';
import { builtPages } from './manifest/builtPagesPlugin.ts';
import { fetchPlan } from './manifest/fetchPlanPlugin.ts';
import { leanCalls, leanIcons, leanRouter } from './manifest/leanBuild.ts';
import { manifestPlugin } from './manifest/manifestPlugin.ts';
import { splashPlugin } from './manifest/splashPlugin.ts';
import { startPlugins } from './manifest/startPlugin.ts';
import { readVersion, versionPlugin } from './manifest/versionPlugin.ts';
import { workerPlugin } from './manifest/workerPlugin.ts';

const fromModules = (path: string) => fileURLToPath(new URL(`./node_modules/${path}`, import.meta.url));

// With the module that runs it: React's own are functions that nothing has called when the file is read.
const REACT = /[\\/](node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]app[\\/]runReact\.)/;

// Modules of every visit beside libraries: the start with its imports, and the parts that home shares with most other
// pages. One file is smaller than several, and takes one request.
const START = new RegExp(
  [
    String.raw`src/main\.`,
    String.raw`contract/src/((market|wallet)/calls|realtime/rooms)\.`,
    String.raw`src/domain/(markets/useMarkets|preferences/usePreferences|wallet/(useWallet|useEquity))\.`,
    String.raw`src/shared/charts/Sparkline\.`,
    String.raw`src/shared/format/(Change|Num|timeOfDay)\.`,
    String.raw`src/shared/time/(frameWriter|usePrevious)\.`,
    String.raw`src/shared/ui/(ActionLinks|Card|CoinIcon|PullToRefresh|SearchField|Sheet|Skeleton|SourceLabel|Tabs)\.`,
    String.raw`lucide-react/dist/esm/icons/(chevron-right|star|list|menu|eye|eye-off)\.`,
    String.raw`lucide-react/dist/esm/icons/(arrow-up|arrow-up-from-line|arrow-down-to-line)\.`,
  ].join('|'),
);
// The rest of home.
const HOME = /src\/features\/home\/(?!news\/|cached\/|later\/|manifest)/;
// Parts that most pages beside home share: dates, choices, paged lists.
const PAGES = new RegExp(
  [
    String.raw`contract/src/(formDecimal|paging|time|spot/side)\.`,
    String.raw`src/shared/api/usePagedList\.`,
    String.raw`src/domain/desktop/useIsDesktop\.`,
    String.raw`src/shared/format/(dates|useFormat)\.`,
    String.raw`src/shared/hooks/useWasEver\.`,
    String.raw`src/shared/ui/PickerSheet\.`,
    String.raw`src/domain/settings/settingsApi\.`,
    String.raw`src/shared/i18n/joinSentences\.`,
    String.raw`src/shared/navigation/(contributions|recordTabs)\.`,
    String.raw`src/shared/time/zone\.`,
    String.raw`src/shared/ui/(AsOf|IconLink|KeyValue|ListRow|Segmented)\.`,
    String.raw`lucide-react/dist/esm/icons/(check|chevron-down|circle-check|circle-x|shield-check|x)\.`,
  ].join('|'),
);
// Icons that manifests and a few pages share: otherwise these pages would load all manifests' icons.
const MARKS =
  /lucide-react\/dist\/esm\/icons\/(bell-ring|calendar-sync|circle-exclamation-point|lock-open|receipt-text)\./;

// Parts that trade tab and K-line share: one file instead of ten requests before a phone draws.
const TRADING = new RegExp(
  [
    String.raw`src/domain/charts/(intervals|TradingLayout)\.`,
    String.raw`src/domain/markets/(PriceHead|shortQuantity|useBook|useRowsThatFit)\.`,
    String.raw`src/domain/preferences/(chartPreferences|useChartPreferences)\.`,
    String.raw`src/shared/charts/chartSettings\.`,
    String.raw`src/shared/ui/StarButton\.`,
  ].join('|'),
);
// The user's spot orders, which the account's stream keeps current on every page.
const ORDERS = /(contract\/src\/spot\/calls|src\/domain\/spot\/(orderData|ordersApi))\./;

// Parts of every ticket beside its fields.
const BOOK = /src\/domain\/markets\/bookRows\./;

// Around every product of a market.
const PRODUCT = /src\/(domain\/(charts\/TradeChart|markets\/ProductSwitch)|shared\/ui\/PairButton)\./;

// Fees that a user pays: the ticket shows them at once.
const FEES = /(contract\/src\/limits\/(calls|rules)|src\/domain\/limits\/limitsApi)\./;

// Choices of one of many.
const CHOICES = /src\/shared\/ui\/OptionList\./;

// Parts that lazy ones share with the page that loads them. Otherwise they are in its chunk, which the lazy ones
// import.
const OPTIONS_RUNNING = /src\/features\/options\/(Option\.module|running\/(Running\.module|RunningOptions))\./;
const FUTURES_CARDS = /src\/features\/futures\/positions\/PositionCards\./;
const FUTURES_FRAME =
  /src\/(features\/futures\/(futuresTypes|ticket\/(TicketLoading|Ticket\.module))|domain\/exposure\/UnverifiedNote)\./;
const ORDER_LISTS = /src\/features\/spot\/orders\/(LazyOrderSheets|OrderLists|OrderRows|openedSheets)\./;

// Controls around every chart.
const CHARTING =
  /src\/(domain\/(charts\/(ToolRow|storedDrawings)|markets\/candlesApi)|shared\/charts\/LazyCandleChart)\./;

// News and new coins, which home brings once its prices stand. Notices and help need the news alone.
const NEWS = /(contract\/src\/news\/calls|src\/domain\/news\/(useNews|newsApi))\./;
const OFFERINGS = /(contract\/src\/launchpad\/(allotment|calls|terms)|src\/domain\/launchpad\/offeringsApi)\./;

// The rules of spot orders: lists and charts of orders need them without the ticket.
const SPOT_RULES = /contract\/src\/spot\/(rules|slippage|unusualPrice)\./;

// Parts of the ticket that the sheets of the trade tab need, without the rest of the ticket.
const TICKET = /src\/features\/spot\/ticket\/(OrderNotes|ticketSummary|readTicket)\./;

// The operator's settings and joined sentences: pages need them without the ticket, which has them too.
const SETTINGS = /(contract\/src\/settings\/calls|src\/domain\/settings\/\w+|src\/shared\/i18n\/joinSentences)\./;

// Writes under way and the storage that they are in.
const WRITES = new RegExp(
  [
    String.raw`src/shared/money-mutations/(moneyMutation|sendRequest|pendingWrites|sendUntilClear|useMoneyMutation)\.`,
    String.raw`src/shared/outbox/oneSender\.`,
    String.raw`src/shared/storage/(patientStore|seal)\.`,
  ].join('|'),
);

// The frame of every field.
const FIELDS = /src\/shared\/(ui\/Field|format\/digits)\./;

// Digests: of terms, addresses and entries of the public log.
const HASHES =
  /[\\/](node_modules[\\/]@noble[\\/]hashes[\\/](sha2\.js$|utils\.|_md\.|_u64\.js\?)|contract[\\/]src[\\/]canonicalJson\.)/;

// Fields of amounts and prices.
const NUMBERS =
  /src\/(shared\/(forms\/useDecimalText|format\/parse|ui\/NumberField)|features\/spot\/ticket\/PriceField)\.|icons\/(minus|plus)\./;

// The rules of positions: futures pages compute with them, and verification of a position needs nothing else.
const FUTURES_RULES = /contract\/src\/futures\/(position|cross)\./;

// Leaves the imports of a group's modules out of it: other parts need them without the group.
const ALONE = { includeDependenciesRecursively: false } as const;

const built = readVersion();
const { plan, compress, filesToCache } = fetchPlan();

export default defineConfig({
  base: BASE,
  // The same name as the setting of a build.
  define: { 'import.meta.env.VITE_COMMIT': JSON.stringify(built.commit) },
  plugins: [
    react(),
    builtPages(),
    manifestPlugin(),
    splashPlugin(),
    startPlugins(),
    versionPlugin(built),
    plan,
    leanRouter(),
    leanIcons(),
    leanCalls(),
    apartHashesPlugin(),
    workerPlugin(filesToCache),
    compress,
  ],
  resolve: {
    alias: [
      // The package's own exports name its development build only, warnings included.
      { find: /^react-router$/, replacement: fromModules('react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: fromModules('react-router/dist/production/dom-export.mjs') },
      // The shims are for versions of React without this hook.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim(\/with-selector)$/, replacement: 'use-sync-external-store$1' },
    ],
  },
  build: {
    // Read by the check of sizes.
    manifest: true,
    // Nothing is inlined: the content policy allows no data in scripts, and small icons are cached as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Libraries stay cached when the app changes. Each file of the start runs in a task of its own, between which a
        // slow phone can answer a finger.
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT, priority: 4 },
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 3 },
            { name: 'contract', tags: ['$initial'], test: /[\\/]contract[\\/]src[\\/]/, priority: 3 },
            { name: 'start', test: START, priority: 2 },
            { name: 'pages', test: PAGES, priority: 1 },
            { name: 'marks', test: MARKS, priority: 1, ...ALONE },
            { name: 'orders', test: ORDERS, priority: 1, ...ALONE },
            { name: 'book', test: BOOK, priority: 2, ...ALONE },
            { name: 'product', test: PRODUCT, priority: 1, ...ALONE },
            { name: 'trading', test: TRADING, priority: 1 },
            { name: 'fees', test: FEES, ...ALONE },
            { name: 'choices', test: CHOICES, priority: 1, ...ALONE },
            { name: 'options-running', test: OPTIONS_RUNNING, ...ALONE },
            { name: 'futures-frame', test: FUTURES_FRAME, ...ALONE },
            { name: 'futures-cards', test: FUTURES_CARDS, ...ALONE },
            { name: 'order-lists', test: ORDER_LISTS, ...ALONE },
            { name: 'charting', test: CHARTING, priority: 1 },
            { name: 'news', test: NEWS, priority: 1, ...ALONE },
            { name: 'offerings', test: OFFERINGS, priority: 1, ...ALONE },
            { name: 'settings', test: SETTINGS, priority: 2 },
            { name: 'hashes', test: HASHES, priority: 2, ...ALONE },
            { name: 'writes', test: WRITES, priority: 2 },
            { name: 'fields', test: FIELDS, priority: 2 },
            { name: 'numbers', test: NUMBERS, priority: 1, ...ALONE },
            { name: 'spot-rules', test: SPOT_RULES, priority: 2, ...ALONE },
            { name: 'ticket', test: TICKET, priority: 1 },
            { name: 'contract-rules', test: FUTURES_RULES, priority: 1 },
            { name: 'home', test: HOME },
          ],
        },
      },
    },
  },
});
