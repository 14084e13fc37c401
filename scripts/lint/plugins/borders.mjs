// The import borders of ARCHITECTURE.md, one rule each. A path determines the area of a file; an import is judged by
// the two areas it joins, type imports and import() included. The linter's own import/no-cycle forbids cycles.
import { posix } from 'node:path';
import { nameOf, repositoryPath } from './nodes.mjs';

/** @import { Plugin, Rule } from '../types.d.ts' */
/** @typedef {{ path: string, area: string, isTest: boolean }} Source */
/** @typedef {{ path: string, area: string, specifier: string, isType: boolean }} Target */

const AREAS = [
  'contract/testing',
  'contract',
  'server/src/testing',
  'server',
  'service-worker',
  'manifest',
  'locales',
  'verify',
  'e2e',
  'bench',
  'scripts',
];
const LAYERS = ['src/shared', 'src/domain', 'src/features', 'src/app'];
// Folders that are part of the app though they are beside src.
const OF_THE_APP = ['manifest', 'locales'];
const TEST_FILE = /\.(test|spec)\.tsx?$/;

/**
 * The area of a path: a layer of src, a top-level folder, or '' for the files at the root (vite.config.ts and its
 * like).
 * @param {string} path
 */
function areaOf(path) {
  /** @param {string} folder */
  const contains = (folder) => path === folder || path.startsWith(`${folder}/`);
  if (contains('src/testing')) return 'src/testing';
  const layer = LAYERS.find(contains);
  if (layer !== undefined) return layer;
  // src/main.tsx and all other files directly in src start the app, so they may import what the app may.
  if (contains('src')) return 'src/app';
  return AREAS.find(contains) ?? '';
}

/**
 * The path that a specifier of ours names; undefined for a package.
 * @param {string} from
 * @param {string} specifier
 */
function pathOf(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (specifier.startsWith('/')) return specifier.slice(1);
  return specifier.startsWith('@halyard/') ? specifier.slice('@halyard/'.length) : undefined;
}

// The existing imports between modules. A new module imports no other: shared code is in a folder beside `modules`.
/** @type {Readonly<Record<string, readonly string[]>>} */
const KNOWN_MODULES = {
  account: ['security', 'uploads', 'user'],
  bank: ['identity', 'security', 'user'],
  chat: ['uploads'],
  convert: ['security'],
  deposits: ['channels', 'uploads'],
  identity: ['uploads'],
  limits: ['user'],
  push: ['notifications', 'user'],
  sandbox: ['user', 'wallet'],
  security: ['notifications', 'user'],
  trust: ['security'],
  user: ['identity', 'security'],
  withdrawals: ['bank', 'channels', 'identity', 'security', 'user'],
};

/**
 * The module of a file of the server; undefined for the list of modules and for the folders beside it.
 * @param {string} path
 */
const moduleOf = (path) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1];

/** @param {string} path */
const featureOf = (path) => path.split('/')[2] ?? '';
/** @param {string} area */
const isApp = (area) => area.startsWith('src/');
/** @param {string} area */
const isServer = (area) => area.startsWith('server/') || area === 'server';
/** @param {string} area */
const isTesting = (area) => area.endsWith('/testing');
/** @param {string} area */
const isContract = (area) => area.startsWith('contract');

/**
 * Borders between areas of ours: each names what it forbids.
 * @type {Record<string, { message: string, forbids: (from: Source, to: Target) => boolean }>}
 */
const AREA_BORDERS = {
  'contract-alone': {
    message: 'contract imports nothing of ours',
    forbids: (from, to) => isContract(from.area) && !isContract(to.area),
  },
  'layers-upward': {
    message: 'imports flow contract <- src/shared <- src/domain <- src/features <- src/app',
    forbids: (from, to) => LAYERS.includes(from.area) && LAYERS.indexOf(from.area) < LAYERS.indexOf(to.area),
  },
  'features-apart': {
    message: 'features never import features: src/app composes them, src/domain and src/shared hold what they share',
    forbids: (from, to) =>
      from.area === 'src/features' && to.area === from.area && featureOf(from.path) !== featureOf(to.path),
  },
  'modules-apart': {
    message: 'modules stand alone but for those that borders.mjs lists: what they share lies in a room beside them',
    forbids: (from, to) => {
      const [importer, imported] = [moduleOf(from.path), moduleOf(to.path)];
      if (from.isTest || importer === undefined || imported === undefined || importer === imported) return false;
      return KNOWN_MODULES[importer]?.includes(imported) !== true;
    },
  },
  'app-and-server-apart': {
    message: 'server and src never import each other: what both need is in contract',
    forbids: (from, to) =>
      (isServer(from.area) && (isApp(to.area) || OF_THE_APP.includes(to.area))) ||
      (isServer(to.area) && (isApp(from.area) || OF_THE_APP.includes(from.area))),
  },
  'worker-contract-only': {
    message: 'service-worker imports only contract',
    forbids: (from, to) => from.area === 'service-worker' && to.area !== 'service-worker' && to.area !== 'contract',
  },
  'worker-not-imported': {
    message: 'the worker is another program: talk to it by messages',
    forbids: (from, to) => to.area === 'service-worker' && from.area !== 'service-worker' && from.area !== '',
  },
  'e2e-contract-only': {
    message: 'e2e imports contract/testing, and only types from the rest of contract',
    forbids: (from, to) =>
      from.area === 'e2e' &&
      to.area !== 'e2e' &&
      to.area !== 'contract/testing' &&
      !(to.area === 'contract' && to.isType),
  },
  'verify-contract-only': {
    message: 'the tool that verifies imports only contract: it must not depend on whom it judges',
    forbids: (from, to) => from.area === 'verify' && !from.isTest && to.area !== 'verify' && to.area !== 'contract',
  },
  'testing-in-tests': {
    message: 'the testing folders are for tests',
    forbids: (from, to) =>
      isTesting(to.area) && !isTesting(from.area) && !from.isTest && !['e2e', 'bench'].includes(from.area),
  },
  'workspace-by-name': {
    message: 'contract is imported by the names it exports, @halyard/contract/...',
    forbids: (from, to) => isContract(to.area) && !isContract(from.area) && to.specifier.startsWith('.'),
  },
};

/**
 * Packages fenced into one place: a pattern of specifiers, and the paths that may import them.
 * @type {Record<string, { message: string, packages: RegExp, home: RegExp }>}
 */
const PACKAGE_BORDERS = {
  'charts-library': {
    message: 'ECharts is imported under src/shared/charts alone, so that it stays in one lazy chunk',
    packages: /^(echarts|echarts-for-react|zrender)(\/|$)/,
    home: /^(src\/shared\/charts|bench)\//,
  },
  'map-library': {
    message: 'Leaflet is imported under src/shared/map alone, so that it stays in one lazy chunk',
    packages: /^leaflet(\/|$)/,
    home: /^src\/shared\/map\//,
  },
  'worker-library': {
    message: 'Workbox is imported under service-worker alone',
    packages: /^workbox-/,
    home: /^service-worker\//,
  },
  'server-library': {
    message: 'Fastify, the database and what serves them are imported under server alone',
    packages:
      /^(@?fastify(-[\w-]+)?|drizzle-orm|pg|@electric-sql\/pglite|socket\.io|redis|@node-rs\/argon2|nodemailer|pino)(\/|$)/,
    home: /^(server|bench|e2e|scripts\/lib)\//,
  },
  'node-library': {
    message: 'this runs in browsers too, where there is nothing of Node',
    packages: /^node:/,
    home: /^(?!(contract\/src|src|service-worker)\/)|^(src|service-worker)\/testing\/|\.test\.tsx?$/,
  },
};

/**
 * A rule that passes every import of a file, in any syntax, to `judge` and reports the result.
 * @param {(from: Source, specifier: string, isType: boolean) => string | undefined} judge
 * @returns {Rule}
 */
function importRule(judge) {
  return {
    create(context) {
      const path = repositoryPath(context.filename);
      const from = { path, area: areaOf(path), isTest: TEST_FILE.test(path) };
      /** @param {any} source @param {boolean} isType */
      const check = (source, isType) => {
        if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
        const message = judge(from, source.value, isType);
        if (message !== undefined)
          context.report({ node: source, message: `${path} imports ${source.value}: ${message}` });
      };
      return {
        ImportDeclaration: (node) => check(node.source, node.importKind === 'type'),
        ExportAllDeclaration: (node) => check(node.source, node.exportKind === 'type'),
        ExportNamedDeclaration: (node) => check(node.source, node.exportKind === 'type'),
        ImportExpression: (node) => check(node.source, false),
        TSImportType: (node) => check(node.source, true),
      };
    },
  };
}

/** @type {Plugin} */
const plugin = { meta: { name: 'borders' }, rules: {} };

for (const [name, { message, forbids }] of Object.entries(AREA_BORDERS)) {
  plugin.rules[name] = importRule((from, specifier, isType) => {
    const path = pathOf(from.path, specifier);
    return path !== undefined && forbids(from, { path, area: areaOf(path), specifier, isType }) ? message : undefined;
  });
}

for (const [name, { message, packages, home }] of Object.entries(PACKAGE_BORDERS)) {
  plugin.rules[name] = importRule((from, specifier) =>
    packages.test(specifier) && !home.test(from.path) ? message : undefined,
  );
}

/** The rules that settle and close, and all that they may import besides each other. */
const OUTCOMES = [
  'contract/src/options/rules.ts',
  'contract/src/transparency/exitRule.ts',
  ...['account', 'advance', 'position'].map((name) => `contract/src/futures/${name}.ts`),
];
const KNOWN_TO_OUTCOMES = [
  'contract/src/money/money.ts',
  'contract/src/spot/rules.ts',
  'contract/src/houseLimits.ts',
  'contract/src/futures/terms.ts',
  'contract/src/transparency/receipt.ts',
];
const OUTCOME_MESSAGE = 'what decides an outcome knows terms, money and ticks alone: no user, no balance, no clock';

const outcomeImports = importRule(({ path }, specifier) =>
  OUTCOMES.includes(path) && ![...OUTCOMES, ...KNOWN_TO_OUTCOMES].includes(pathOf(path, specifier) ?? '')
    ? OUTCOME_MESSAGE
    : undefined,
);
plugin.rules['outcomes-alone'] = {
  create(context) {
    const path = repositoryPath(context.filename);
    if (path === undefined || !OUTCOMES.includes(path)) return {};
    /** @param {any} node */
    const report = (node) => context.report({ node, message: `${path}: ${OUTCOME_MESSAGE}` });
    return {
      ...outcomeImports.create(context),
      MemberExpression: (node) => {
        const { object } = node;
        const owner = object.type === 'Identifier' ? object.name : '';
        if (['Date.now', 'Math.random'].includes(`${owner}.${nameOf(node)}`)) report(node);
      },
      NewExpression: (node) => {
        const { callee, arguments: given } = node;
        if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0) report(node);
      },
      Identifier: (node) => {
        if (['performance', 'crypto', 'Temporal'].includes(node.name)) report(node);
      },
    };
  },
};

export default plugin;
