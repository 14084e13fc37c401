import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apartHashesPlugin } from './manifest/apartHashesPlugin.ts';
import { BASE } from './manifest/base.ts';
import { builtPages } from './manifest/builtPagesPlugin.ts';
import { fetchPlan } from './manifest/fetchPlanPlugin.ts';
import { leanRouterPlugin } from './manifest/leanRouterPlugin.ts';
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
    String.raw`contract/src/(formDecimal|paging|spot/side)\.`,
    String.raw`src/shared/api/(idPages|usePagedList)\.`,
    String.raw`src/shared/format/(dates|saveFile|searchOptions|useFormat)\.`,
    String.raw`src/shared/hooks/useWasEver\.`,
    String.raw`src/domain/settings/settingsApi\.`,
    String.raw`src/shared/i18n/joinSentences\.`,
    String.raw`src/shared/navigation/recordTabs\.`,
    String.raw`src/shared/time/(countdownText|zone|UtcTimes)\.`,
    String.raw`src/shared/ui/(AsOf|IconLink|ListRow|OptionList|Segmented|StaleStrip)\.`,
    String.raw`lucide-react/dist/esm/icons/(check|chevron-down|circle-check|circle-x|maximize-2|scale|shield-check|sprout|users|x)\.`,
  ].join('|'),
);
// Parts that trade tab and K-line share: one file instead of ten requests before a phone draws.
const TRADING = new RegExp(
  [
    String.raw`src/domain/spot/(orderPages|ordersApi|useOrders)\.`,
    String.raw`src/domain/charts/(intervals|indicators|lastPrice|TradingLayout)\.`,
    String.raw`src/domain/markets/(bookRows|shortQuantity|useBook)\.`,
    String.raw`src/domain/preferences/(chartPreferences|useChartPreferences)\.`,
    String.raw`src/shared/charts/chartSettings\.`,
    String.raw`src/shared/ui/StarButton\.`,
  ].join('|'),
);

// Controls around every chart.
const CHARTING = /src\/(domain\/(charts\/ToolRow|markets\/candlesApi)|shared\/charts\/LazyCandleChart)\./;

// News and new coins, which home brings once its prices stand.
const NEWS = new RegExp(
  [
    String.raw`src/domain/(news/(useNews|newsApi|newsRequests)|launchpad/(useOfferings|offeringsApi))\.`,
    String.raw`contract/src/((news|launchpad)/calls|launchpad/terms)\.`,
  ].join('|'),
);

// Parts of the ticket that the sheets of the trade tab need, without the rest of the ticket.
const TICKET = /src\/features\/spot\/ticket\/(CapFigure|OrderNotes|ticketErrors|ticketSummary|readTicket)\./;

// The operator's settings and joined sentences: pages need them without the ticket, which has them too.
const SETTINGS = /(contract\/src\/settings\/calls|src\/domain\/settings\/\w+|src\/shared\/i18n\/joinSentences)\./;

// Writes under way and the storage that they are in.
const WRITES = new RegExp(
  [
    String.raw`src/shared/money-mutations/(moneyMutation|sendRequest|pendingWrites|sendUntilClear|writesStore|useMoneyMutation)\.`,
    String.raw`src/shared/outbox/(oneSender|outboxStore)\.`,
    String.raw`src/shared/storage/(patientStore|seal|draftFiles)\.`,
  ].join('|'),
);

// The frame of every field.
const FIELDS = /src\/shared\/(ui\/(Field|useNotes)|format\/digits)\./;

// The rules of positions: futures pages compute with them, and verification of a position needs nothing else.
const FUTURES_RULES = /contract\/src\/futures\/(position|cross)\./;

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
    leanRouterPlugin(),
    apartHashesPlugin(),
    workerPlugin(filesToCache),
    compress,
  ],
  resolve: {
    alias: [
      // The package's own exports name its development build only, warnings included.
      { find: /^react-router$/, replacement: fromModules('react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: fromModules('react-router/dist/production/dom-export.mjs') },
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
            { name: 'trading', test: TRADING, priority: 1 },
            { name: 'charting', test: CHARTING, priority: 1 },
            { name: 'news', test: NEWS, priority: 1 },
            { name: 'settings', test: SETTINGS, priority: 2 },
            { name: 'writes', test: WRITES, priority: 2 },
            { name: 'fields', test: FIELDS, priority: 2 },
            { name: 'ticket', test: TICKET, priority: 1 },
            { name: 'contract-rules', test: FUTURES_RULES, priority: 1 },
            { name: 'home', test: HOME },
          ],
        },
      },
    },
  },
});
