// Capacity: orders a second at one node and at two, what one order, tick, event and book cost, and the load at which
// each part of the exchange is used up by these costs. PostgreSQL, Redis and nodes are the benchmark's own. All of them
// and the clients share this machine, so two nodes have no more processors than one: read the batches and the
// processor's time an order, which do not depend on that.
//   CAPACITY_PARTS=nodes,engine,growth,bus,fanout   CAPACITY_ROWS=10000,1000000   CAPACITY_ORDERS=1000
// It takes half an hour, most of it to write 10^8 ticks and orders, and 60 GB of disk meanwhile.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { measureBus, type BusFigures } from './capacity/bus.ts';
import { measureEngine, TOGETHER, type EngineFigures } from './capacity/engine.ts';
import { measureGrowth, type GrowthFigures, type RowFigures } from './capacity/growth.ts';
import { measureNodes, type NodesFigures } from './capacity/nodes.ts';
import { measureFanout } from './fanoutSides.ts';
import { report, type Rate } from './measure.ts';

const PARTS = process.env['CAPACITY_PARTS']?.split(',');
const PROGRAMS = ['postgres', 'initdb', 'redis-server'];
const CORES = cpus().length;
/** Share of its processor that a node may spend on events of others, and of the database's that books may take. */
const EVENTS_SHARE = 0.2;
const BOOKS_SHARE = 0.2;
const BOOKS_PER_SECOND = 10;
const POOL = 20;
const DAY_S = 86_400;

type Figures = {
  readonly nodes?: NodesFigures;
  readonly engine?: EngineFigures;
  readonly growth?: GrowthFigures;
  readonly bus?: BusFigures;
  readonly fanout?: readonly Rate[];
};

const whole = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
const percent = (value: number) => `${Math.round(value)} %`;

function reportNodes({ baseline, ways, bytesPerOrder }: NodesFigures): void {
  console.log(report('orders over HTTP, share of the first', [baseline, ...ways.map(({ rate }) => rate)]));
  const [alone] = ways;
  for (const { rate, batch, databaseMs, nodeMs } of ways) {
    const ofAlone = percent((100 * rate.percentOfFirst) / (alone?.rate.percentOfFirst ?? Number.NaN));
    console.log(
      `  ${rate.name}: ${ofAlone} of one market on one node, ${batch.toFixed(1)} orders a transaction, ` +
        `${ms(databaseMs)} of the database's processor an order, ${ms(nodeMs)} of the nodes'`,
    );
  }
  console.log(`  ${whole(bytesPerOrder)} bytes an order, with all that belongs to it`);
}

function reportEngine({ rates, transactionMs, orderMs, databaseMs, bookMs, house }: EngineFigures): void {
  console.log(report('orders without HTTP', rates));
  console.log(`  a transaction ${ms(transactionMs)}, each order in it ${ms(orderMs)}; `);
  console.log(`  ${ms(databaseMs)} of the database's processor an order, ${ms(bookMs)} to read a book`);
  console.log(report(`transactions of ${TOGETHER} payments by four writers`, house));
}

function reportRows({ rates }: RowFigures, title: string): void {
  console.log(report(`${title}, share of the smallest`, rates));
}

function reportGrowth({ appends, ticks, orders, bytesPerTick, leftOut }: GrowthFigures): void {
  for (const { markets, rates } of appends) {
    console.log(report(`a tick for each of ${markets} markets, times a second`, rates));
    console.log(`  ${rates.map(({ name, median }) => `${name} ${ms(1000 / median)}`).join(', ')}`);
  }
  reportRows(ticks, 'six ticks, times a second');
  reportRows(orders, 'orders');
  console.log(`  ${bytesPerTick.toFixed(0)} bytes a tick`);
  if (leftOut.length > 0) console.log(`  left out, no room on the disk: ${leftOut.map(whole).join(', ')} rows`);
}

function reportBus({ perSecond, bus, bare }: BusFigures): void {
  console.log(`${whole(perSecond)} events a second to another node through Redis, from sending to receiving`);
  for (const [name, { p50, p99, micros }] of Object.entries({ 'the same texts': bare, events: bus }))
    console.log(
      `  ${name}: ${ms(p50)} in the median, ${ms(p99)} for 99 of 100; ${micros.toFixed(1)} µs of its processor`,
    );
}

type Limit = readonly [part: string, limit: string, reachedAt: string];

/** The limits by the measured costs; a part that was not measured is left out. */
function limitsOf({ nodes, engine, growth, bus, fanout }: Figures): readonly Limit[] {
  const rows: Limit[] = [];
  if (engine !== undefined) rows.push(...limitsOfEngine(engine));
  if (nodes !== undefined) rows.push(...limitsOfNodes(nodes));
  if (growth !== undefined) rows.push(...limitsOfGrowth(growth));
  if (bus !== undefined)
    rows.push(['events', `${EVENTS_SHARE} / c`, `${whole((EVENTS_SHARE * 1e6) / bus.bus.micros)} events/s in all`]);
  const hub = fanout?.[1];
  if (hub !== undefined) rows.push(['sockets', 'N x messages/s', `${whole(hub.median)} messages/s of a node`]);
  return rows;
}

function limitsOfEngine({ transactionMs, orderMs, databaseMs, bookMs, house }: EngineFigures): readonly Limit[] {
  const oneMarket = (1000 * TOGETHER) / (transactionMs + TOGETHER * orderMs);
  const books = (1000 * BOOKS_SHARE) / (BOOKS_PER_SECOND * bookMs);
  return [
    ['one market', 'b / (t0 + b t1)', `${whole(oneMarket)} orders/s`],
    ['database', 'P / c', `${whole(1000 / databaseMs)} orders/s for each core of the database`],
    ['row of the house', 'b / h', `${whole(TOGETHER * house[0].median)} orders/s in all markets of one currency`],
    [
      'books',
      `${BOOKS_SHARE} P / (${BOOKS_PER_SECOND} c)`,
      `${whole(books)} watched markets x nodes for each core of the database`,
    ],
  ];
}

function limitsOfNodes({ ways, maxConnections, bytesPerOrder }: NodesFigures): readonly Limit[] {
  const nodeMs = ways[0]?.nodeMs ?? Number.NaN;
  const count = Math.floor((maxConnections - 5) / POOL);
  const bytes = ((bytesPerOrder * DAY_S) / 1e6).toFixed(0);
  return [
    ['node', 'Q / c', `${whole(1000 / nodeMs)} orders/s of a node, which uses little more than one core`],
    ['connections', 'N x pool + 5', `${count} nodes at ${maxConnections} connections`],
    ['disk, orders', 'bytes an order', `${bytes} MB a day for each order a second`],
  ];
}

function limitsOfGrowth({ appends, bytesPerTick }: GrowthFigures): readonly Limit[] {
  const largest = appends.at(-1);
  const markets = (largest?.rates[1]?.median ?? Number.NaN) * (largest?.markets ?? Number.NaN);
  return [
    ['leader of the feed', '1 / t', `${whole(markets)} markets at a tick a second`],
    ['disk, prices', 'bytes a tick', `${((bytesPerTick * DAY_S) / 1e6).toFixed(1)} MB a day and market`],
  ];
}

/** Runs a part and reports it, unless it is not wanted. */
async function part<T>(name: string, measureIt: () => Promise<T>, reportIt: (figures: T) => void) {
  if (PARTS?.includes(name) === false) return {};
  const figures = await measureIt();
  console.log(`\n${name}; load of the machine now: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  reportIt(figures);
  return { [name]: figures };
}

async function main(): Promise<void> {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0) {
    console.log(`left out: ${missing.join(', ')} not in PATH`);
    return;
  }
  console.log(`${CORES} cores; load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const figures: Figures = {
    ...(await part('bus', measureBus, reportBus)),
    ...(await part('engine', measureEngine, reportEngine)),
    ...(await part('nodes', measureNodes, reportNodes)),
    ...(await part(
      'fanout',
      async () => (await measureFanout()).rates,
      (rates) => console.log(report('messages', rates)),
    )),
    ...(await part('growth', measureGrowth, reportGrowth)),
  };
  const rows = [['Part', 'Limit', 'Reached at'], ['---', '---', '---'], ...limitsOf(figures)];
  console.log(`\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
}

await main();
