import { startTradingBreak } from '@halyard/contract/limits/breakCalls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import type { DomainProduct } from '../product.ts';

/** Begins or lengthens a break from trading products. */
export const breakStart = moneyMutation({
  call: startTradingBreak,
  subject: 'tradingBreak',
  invalidates: ['Security'],
});

export const product: DomainProduct = { mutations: [breakStart], readAhead: [] };
