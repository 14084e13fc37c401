/** A small log with a position and its receipt, for tests. */
import { decimal as d } from '../src/money/money.ts';
import { commitmentOf, toBase64 } from '../src/transparency/bytes.ts';
import { formatPosition, type CommittedPosition, type LoggedPosition } from '../src/transparency/positionReceipt.ts';
import { ENTRIES, publish } from './logFixtures.ts';

const NONCE = new Uint8Array(32).fill(7);
/** The position is open over a midnight. */
export const START_MS = Date.parse('2026-11-25T23:59:50.000Z');
const [LOG_ENTRY = '', SERIES = ''] = ENTRIES;

/** Five lots long at 20 times, at a tick of 60,000 with a spread of 12. */
export const OPENED: CommittedPosition = {
  id: 17,
  change: 0,
  cause: 'open',
  market: 'BTC/USDT',
  series: 1,
  side: 'long',
  mode: 'isolated',
  leverage: 20,
  lots: 5,
  quantity: d('0.05'),
  targetPrice: null,
  entryPrice: d('60012'),
  currency: 'USDT',
  originMargin: d('150.03'),
  margin: d('150.03'),
  reserve: d('1350.27'),
  fee: d('1.5003'),
  takeProfit: null,
  stopLoss: null,
  termsHash: '0123456789abcdef'.repeat(4),
  lot: d('0.01'),
  spread: d('12'),
  feeRate: d('0.05'),
  overnightRate: d('0.03'),
  liquidationLevel: d('50'),
  profitCap: d('9'),
  pricePlaces: 2,
  openedMs: START_MS + 100,
  overnightPaidMs: null,
  atMs: START_MS + 100,
  tick: { seq: 100, price: d('60000') },
};
export const at = (second: number, price: string) => ({
  atMs: START_MS + second * 1000 + 100,
  tick: { seq: 100 + second, price: d(price) },
});
/** Then margin is added, two lots are closed, a stop is set, and midnight passes. */
export const ADDED: CommittedPosition = {
  ...OPENED,
  change: 1,
  cause: 'add_margin',
  margin: d('250.03'),
  ...at(2, '59990'),
};
export const CUT: CommittedPosition = {
  ...ADDED,
  change: 2,
  cause: 'partial_close',
  lots: 3,
  quantity: d('0.03'),
  originMargin: d('90.018'),
  margin: d('150.018'),
  reserve: d('810.162'),
  ...at(4, '59980'),
};
export const STOP: CommittedPosition = {
  ...CUT,
  change: 3,
  cause: 'set_stops',
  stopLoss: d('59950'),
  ...at(6, '59970'),
};
export const NIGHT: CommittedPosition = {
  ...STOP,
  change: 4,
  cause: 'night',
  margin: d('149.47827'),
  overnightPaidMs: START_MS + 10_000,
  atMs: START_MS + 10_000,
  tick: at(9, '59970').tick,
};
export const CHAIN = [OPENED, ADDED, CUT, STOP, NIGHT];
/** A tick each second. */
export const PRICES = [
  '60000',
  '59995',
  '59990',
  '59985',
  '59980',
  '59975',
  '59970',
  '59969',
  '59968',
  '59970',
  '59960',
  '59949.5',
];
export const STOPPED = {
  outcome: 'stop_loss',
  exit: '111 59949.5',
  profit: '-1.875 USDT',
  paid: '147.60327 USDT',
} as const;

export type PositionCase = {
  readonly chain?: readonly CommittedPosition[];
  /** Committed states; the chain by default. */
  readonly committed?: readonly CommittedPosition[];
  readonly result?: LoggedPosition['result'];
  readonly prices?: readonly string[];
  /** Delay of the logging of a state, in seconds. */
  readonly late?: number;
  /** Whether the file has the entry of a second after the start. */
  readonly has?: (second: number) => boolean;
};

/** Each second the changes since the last tick are logged before the next one. */
export async function positionReceipt({
  chain = CHAIN,
  committed = chain,
  result = STOPPED,
  prices = PRICES,
  late = 0,
  has = () => true,
}: PositionCase = {}): Promise<LoggedPosition & { readonly texts: readonly string[] }> {
  const texts = [LOG_ENTRY, SERIES];
  const wanted: number[] = [];
  for (const [second, price] of prices.entries()) {
    const loggedMs = START_MS + second * 1000 + 300;
    const due = committed.filter(({ tick }) => tick.seq === 99 + second - late);
    if (due.length > 0) {
      const lines = due.map((state) => toBase64(commitmentOf(NONCE, formatPosition(state))));
      wanted.push(texts.length);
      texts.push(`${['halyard/commits/v1', `sealed ${loggedMs}`, ...lines].join('\n')}\n`);
    }
    if (has(second)) wanted.push(texts.length);
    const tick = [`series 1 ${100 + second}`, `${START_MS + second * 1000} ${price} 1`];
    texts.push(`${['halyard/prices/v1', `sealed ${loggedMs}`, ...tick].join('\n')}\n`);
  }
  const { entries, checkpoint } = await publish(texts);
  return {
    chain: chain.map((state) => ({ terms: formatPosition(state), nonce: NONCE })),
    result,
    entries: entries.filter(({ index }) => wanted.includes(index)),
    checkpoint,
    texts,
  };
}

/** An unchanged position, liquidated by the fourth tick. */
export const SHORT_LIFE = { chain: [OPENED], prices: ['60000', '59999', '58511.71', '58511.7'] } as const;
export const LIQUIDATED = {
  outcome: 'liquidation',
  exit: '103 58511.7',
  profit: '-75.015 USDT',
  paid: '75.015 USDT',
} as const;

export const ORDER: CommittedPosition = {
  ...OPENED,
  cause: 'order',
  targetPrice: d('59992'),
  entryPrice: null,
  openedMs: null,
  originMargin: d('149.98'),
  margin: d('149.98'),
  fee: d('1.4998'),
  reserve: d('0'),
};
export const FROM_ORDER: CommittedPosition = {
  ...ORDER,
  change: 1,
  cause: 'opened',
  entryPrice: d('59982'),
  reserve: d('1349.82'),
  openedMs: START_MS + 2000,
  atMs: START_MS + 2000,
  tick: { seq: 102, price: d('59970') },
};
export const CLOSE: CommittedPosition = { ...OPENED, change: 1, cause: 'close', ...at(2, '60012') };
