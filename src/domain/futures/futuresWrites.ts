/** Opening, changing and closing positions. */
import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/writeCalls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import type { Formats } from '../../shared/format/useFormat.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';

const LIVE = { type: 'Position', id: 'LIVE' } as const;
const OVER = { type: 'Position', id: 'LIST' } as const;

/** Other servers of the family answer a text. */
type Answer = FuturesPosition | string;

/** What a write of one position answers is in its list at once. */
const ofPosition = {
  onDone: async (answer: Answer, dispatch: AppDispatch) => {
    if (typeof answer === 'string') return;
    // What settles writes after a reload is kept at once, and does without the lists.
    const { cachePositions } = await import('./cachePositions.ts');
    cachePositions([answer], dispatch);
  },
  detailOf: ({ symbol, lots }: FuturesPosition, format: Formats) =>
    `${symbol}, ${new Intl.NumberFormat(format.locale).format(lots)}`,
} as const;

/** A refusal may say that position, terms or balance are not what was shown; so may a text instead of a row. */
const reading = (answer: Answer | undefined) =>
  typeof answer === 'object' ? (['Wallet'] as const) : (['Wallet', 'FuturesTerms', LIVE, OVER] as const);

/** Opens a position, or has an order wait for its price. */
export const opening = moneyMutation({
  call: openPosition,
  subject: 'position',
  invalidates: (answer) => [...reading(answer), 'FuturesTerms'],
  ...ofPosition,
});

/** Closes a position, or some lots of it; of these the rest is told by the private room, and read. */
export const closing = moneyMutation({
  call: closePosition,
  subject: 'closing',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  ...ofPosition,
});

/** Sets both stops of a position at once. */
export const stopsChange = moneyMutation({
  call: setStops,
  subject: 'positionChange',
  invalidates: reading,
  ...ofPosition,
});

/** Takes back an order that waits. */
export const positionCancellation = moneyMutation({
  call: cancelPosition,
  subject: 'cancellation',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  errors: 'toast',
  ...ofPosition,
});

/** Closes all open positions, or those of one side; answers which, and which could not be. */
export const closingOfAll = moneyMutation({
  call: closePositions,
  subject: 'closing',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  detailOf: ({ closed }) => String(closed.length),
});

/** Adds margin to an isolated position. */
export const marginAddition = moneyMutation({
  call: addMargin,
  subject: 'positionChange',
  invalidates: reading,
  ...ofPosition,
});

/** Closes a position and opens the opposite one at the same price; answers the new one. */
export const reversal = moneyMutation({
  call: reversePosition,
  subject: 'closing',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  ...ofPosition,
});
