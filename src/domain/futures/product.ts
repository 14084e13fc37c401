import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { type DomainProduct } from '../product.ts';

// Mutations that open, change and close positions.

const LIVE = { type: 'Position', id: 'LIVE' } as const;
const OVER = { type: 'Position', id: 'LIST' } as const;

/** Legacy servers answer with a text. */
type Answer = FuturesPosition | string;

/** The answer of a single-position mutation updates its list immediately. */
const ofPosition = {
  onDone: async (answer: Answer, dispatch: AppDispatch) => {
    if (typeof answer === 'string') return;
    // A mutation settled after a reload is persisted without loading the lists' code.
    const { cachePositions } = await import('./cachePositions.ts');
    cachePositions([answer], dispatch);
  },
  detailOf: ({ symbol, lots }: FuturesPosition, format: Formats) =>
    `${symbol}, ${new Intl.NumberFormat(format.locale).format(lots)}`,
} as const;

/** A refusal may mean that position, terms or balance differ from what was shown; so may a text in place of a row. */
const reading = (answer: Answer | undefined) =>
  typeof answer === 'object' ? (['Wallet'] as const) : (['Wallet', 'FuturesTerms', LIVE, OVER] as const);

/** Opens a position, or places an order that waits for its price. */
export const opening = moneyMutation({
  call: openPosition,
  subject: 'position',
  invalidates: (answer) => [...reading(answer), 'FuturesTerms'],
  ...ofPosition,
});

/**
 * Closes a position, or some of its lots; the remaining position arrives through the private room and is read again.
 */
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
  setsState: true,
  invalidates: reading,
  ...ofPosition,
});

/** Cancels a waiting order. */
export const positionCancellation = moneyMutation({
  call: cancelPosition,
  subject: 'cancellation',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  errors: 'toast',
  ...ofPosition,
});

/** Closes all open positions, or those of one side; returns which were closed and which failed. */
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

/** Closes a position and opens the opposite one at the same price; returns the new position. */
export const reversal = moneyMutation({
  call: reversePosition,
  subject: 'closing',
  invalidates: ['Wallet', 'FuturesTerms', LIVE, OVER],
  ...ofPosition,
});

export const product: DomainProduct = {
  mutations: [opening, closing, closingOfAll, stopsChange, positionCancellation, marginAddition, reversal],
  readAhead: [],
};
