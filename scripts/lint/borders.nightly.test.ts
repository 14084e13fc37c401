// Every import border is broken once, in a throw-away repository linted with the real configuration, and the linter
// must name that border for that file and no other border. The same shape of repository without violations must pass.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintTree } from './lintTree.ts';

const CLEAN = {
  'contract/src/errors.ts': "import { add } from './money/money.ts';\nexport const code = add;\n",
  'contract/src/money/money.ts': 'export const add = 1;\n',
  'contract/testing/orders.ts': "import { code } from '../src/errors.ts';\nexport const order = code;\n",
  'src/shared/format/price.ts': "import { add } from '@halyard/contract/money';\nexport const price = add;\n",
  'src/shared/charts/chart.ts': "import { use } from 'echarts/core';\nexport const chart = use;\n",
  'src/shared/map/pins.ts': "import { map } from 'leaflet';\nexport const pins = map;\n",
  'src/domain/spot/ordersApi.ts':
    "import { price } from '../../shared/format/price.ts';\nexport const orders = price;\n",
  'src/features/spot/ticket.ts':
    "import { orders } from '../../domain/orders/ordersApi.ts';\nexport const ticket = orders;\n",
  'src/features/spot/ticket.test.ts':
    "import { order } from '@halyard/contract/testing/orders';\nexport const t = order;\n",
  'src/app/router.ts': "export const spot = () => import('../features/spot/ticket.ts');\n",
  'src/main.ts': "import { spot } from './app/router.ts';\nvoid spot();\n",
  'server/src/app.ts':
    "import { fastify } from 'fastify';\nimport { code } from '@halyard/contract/errors';\nexport const app = [fastify, code];\n",
  'server/src/ledger/post.ts': "export const post = 'insert into ledger_postings (id) values ($1)';\n",
  'server/src/modules/bank/book.ts': "import { hash } from '../security/hash.ts';\nexport const book = hash;\n",
  'server/src/modules/security/hash.ts': 'export const hash = 1;\n',
  'server/src/modules/all.ts': "import { book } from './bank/book.ts';\nexport const all = book;\n",
  'service-worker/sw.ts':
    "import { precacheAndRoute } from 'workbox-precaching';\nimport { code } from '@halyard/contract/errors';\nprecacheAndRoute([code]);\n",
  'verify/src/verify.ts': "import { code } from '@halyard/contract/errors';\nexport const verify = code;\n",
  'e2e/specs/trade.spec.ts':
    "import { order } from '@halyard/contract/testing/orders';\nimport type { Code } from '@halyard/contract/errors';\nexport const t: Code = order;\n",
};

const PLANTED: Array<{ rule: string; file: string; code: string }> = [
  {
    rule: 'borders/contract-alone',
    file: 'contract/src/spot/fees.ts',
    code: "import { price } from '@halyard/src/shared/format/price.ts';\nexport const fee = price;\n",
  },
  {
    rule: 'borders/layers-upward',
    file: 'src/shared/ui/list.ts',
    code: "import { orders } from '../../domain/orders/ordersApi.ts';\nexport const list = orders;\n",
  },
  {
    rule: 'borders/layers-upward',
    file: 'src/domain/wallet/walletApi.ts',
    code: "import { ticket } from '../../features/spot/ticket.ts';\nexport const wallet = ticket;\n",
  },
  {
    rule: 'borders/layers-upward',
    file: 'src/features/home/home.ts',
    code: "import { spot } from '../../app/router.ts';\nexport const home = spot;\n",
  },
  {
    rule: 'borders/layers-upward',
    file: 'src/domain/wallet/lazy.ts',
    code: "export const lazy = () => import('../../features/spot/ticket.ts');\n",
  },
  {
    rule: 'borders/layers-upward',
    file: 'src/domain/wallet/types.ts',
    code: "export type Ticket = import('../../features/spot/ticket.ts').Ticket;\n",
  },
  {
    rule: 'borders/features-apart',
    file: 'src/features/home/markets.ts',
    code: "import { ticket } from '../spot/ticket.ts';\nexport const markets = ticket;\n",
  },
  {
    rule: 'borders/outcomes-alone',
    file: 'contract/src/options/rules.ts',
    code: "import type { User } from '../calls/user.ts';\nexport const settle = (user: User) => user;\n",
  },
  {
    rule: 'borders/modules-apart',
    file: 'server/src/modules/coin/index.ts',
    code: "import { book } from '../bank/book.ts';\nexport const coin = book;\n",
  },
  {
    rule: 'borders/app-and-server-apart',
    file: 'server/src/price.ts',
    code: "import { price } from '../../src/shared/format/price.ts';\nexport const p = price;\n",
  },
  {
    rule: 'borders/app-and-server-apart',
    file: 'src/domain/spot/post.ts',
    code: "import { post } from '@halyard/server/src/ledger/post.ts';\nexport const p = post;\n",
  },
  {
    rule: 'borders/worker-contract-only',
    file: 'service-worker/offline.ts',
    code: "import { price } from '../src/shared/format/price.ts';\nexport const p = price;\n",
  },
  {
    rule: 'borders/worker-not-imported',
    file: 'src/shared/pwa/worker.ts',
    code: "import { sw } from '../../../service-worker/sw.ts';\nexport const worker = sw;\n",
  },
  {
    rule: 'borders/e2e-contract-only',
    file: 'e2e/page-models/tradePage.ts',
    code: "import { price } from '../../src/shared/format/price.ts';\nexport const p = price;\n",
  },
  {
    rule: 'borders/e2e-contract-only',
    file: 'e2e/page-models/walletPage.ts',
    code: "import { code } from '@halyard/contract/errors';\nexport const c = code;\n",
  },
  {
    rule: 'borders/verify-contract-only',
    file: 'verify/src/follow.ts',
    code: "import { post } from '../../server/src/ledger/post.ts';\nexport const p = post;\n",
  },
  {
    rule: 'borders/testing-in-tests',
    file: 'src/domain/spot/fake.ts',
    code: "import { order } from '@halyard/contract/testing/orders';\nexport const fake = order;\n",
  },
  {
    rule: 'borders/testing-in-tests',
    file: 'server/src/modules/coin/service.ts',
    code: "import { openTestDatabase } from '../../testing/testDatabase.ts';\nexport const open = openTestDatabase;\n",
  },
  {
    rule: 'borders/app-and-server-apart',
    file: 'server/src/modules/coin/texts.ts',
    code: "import { texts } from '../../../../locales/registry.ts';\nexport const all = texts;\n",
  },
  {
    rule: 'borders/workspace-by-name',
    file: 'src/domain/spot/errors.ts',
    code: "import { code } from '../../../contract/src/errors.ts';\nexport const c = code;\n",
  },
  {
    rule: 'borders/map-library',
    file: 'src/features/location/pins.ts',
    code: "import { map } from 'leaflet';\nexport const pins = map;\n",
  },
  {
    rule: 'borders/charts-library',
    file: 'src/features/spot/chart.ts',
    code: "import { use } from 'echarts/core';\nexport const chart = use;\n",
  },
  {
    rule: 'borders/worker-library',
    file: 'src/shared/pwa/routes.ts',
    code: "import { registerRoute } from 'workbox-routing';\nexport const r = registerRoute;\n",
  },
  {
    rule: 'borders/server-library',
    file: 'src/shared/api/pg.ts',
    code: "import pg from 'pg';\nexport const client = pg;\n",
  },
  {
    rule: 'borders/server-library',
    file: 'contract/src/db.ts',
    code: "import { sql } from 'drizzle-orm';\nexport const s = sql;\n",
  },
  {
    rule: 'borders/node-library',
    file: 'contract/src/transparency/hash.ts',
    code: "import { createHash } from 'node:crypto';\nexport const hash = createHash;\n",
  },
  {
    rule: 'borders/node-library',
    file: 'src/shared/files/path.ts',
    code: "export const load = () => import('node:path');\n",
  },
  {
    rule: 'borders/outcomes-alone',
    file: 'contract/src/transparency/exitRule.ts',
    code: "import type { Receipt } from './receipt.ts';\nexport const settleLogged = (receipt: Receipt) => receipt;\n",
  },
  {
    rule: 'import/no-cycle',
    file: 'src/shared/format/cycle.ts',
    code: "import { other } from './other.ts';\nexport const cycle = other;\n",
  },
  {
    rule: 'ledger/only-writer',
    file: 'server/src/modules/coin/repository.ts',
    code: "export const statement = 'insert into ledger_postings (id) values ($1)';\n",
  },
];

// The other half of the planted cycle.
const HELPERS = {
  'src/shared/format/other.ts': "import { cycle } from './cycle.ts';\nexport const other = () => cycle;\n",
};

const isBorder = (rule: string) => /^(borders|ledger)\/|^import\/no-cycle$/.test(rule);

describe('the import borders', () => {
  const files = { ...CLEAN, ...HELPERS, ...Object.fromEntries(PLANTED.map(({ file, code }) => [file, code])) };
  const findings = lintTree(files).filter(({ rule }) => isBorder(rule));

  it.each(PLANTED)('catch $rule in $file', ({ rule, file }) => {
    expect(findings.filter((finding) => finding.file === file).map((finding) => finding.rule)).toEqual([rule]);
  });

  it('pass a repository without violations', () => {
    expect(lintTree(CLEAN).filter(({ rule }) => isBorder(rule))).toEqual([]);
  });

  it.each([
    "export { nowMs } from './clock.ts';",
    "export const at = () => import('./spot.ts?x');",
    'export const nowMs = () => Date.now();',
    'export const now = () => new Date();',
    'export const luck = () => Math.random();',
    'export const nowMs = () => performance.now();',
  ])('catch an outcome that knows more than terms and ticks: %s', (code) => {
    const found = lintTree({ 'contract/src/options/rules.ts': `${code}\n` }, ['borders/outcomes-alone']);
    expect(found.map(({ rule }) => rule)).toEqual(['borders/outcomes-alone']);
  });

  it('are all planted here', () => {
    const config = readFileSync(join(import.meta.dirname, '../../.oxlintrc.json'), 'utf8');
    const inForce = [...config.matchAll(/"((?:borders|ledger)\/[\w-]+|import\/no-cycle)": (?:"error"|\["error")/g)].map(
      ([, rule]) => rule,
    );
    expect(new Set(PLANTED.map(({ rule }) => rule))).toEqual(new Set(inForce));
  });
});
