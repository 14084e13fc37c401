// Reasons of reviews in messages: those of the autopilot are in the reader's language, those of an operator as written.
// Stops that were reached: the order that each became, with a link to it.
import { expect, test } from 'vitest';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { createMessageWriter } from '../../exchange.ts';

const writeMessage = createMessageWriter();

const REJECTED = { subject: 'identity', status: 'rejected', level: 'basic' } as const;
const textOf = (language: 'en' | 'zh', reason: string) =>
  writeMessage({ language, isSandbox: true }, { ...REJECTED, reason }, 1).text;

test('a reason of the sandbox is in the reader’s language, the words of an operator as they wrote them', () => {
  expect(textOf('en', REVIEW_REASONS.SANDBOX_IDENTITY)).toContain(REVIEW_REASONS.SANDBOX_IDENTITY);
  expect(textOf('zh', REVIEW_REASONS.SANDBOX_IDENTITY)).toContain('沙盒规则：以 13 结尾的证件号码会被拒绝。');
  expect(textOf('zh', 'unreadable')).toContain('unreadable');
});

test('a hold on withdrawals is in the present tense until its end, then in the past', () => {
  const facts = { subject: 'security', kind: 'bank_card_changed', details: { until: '2026-12-07 00:00' } } as const;
  const endMs = Date.parse('2026-12-07T00:00:00.000Z');
  const textAt = (nowMs?: number) =>
    writeMessage({ language: 'en', isSandbox: false, ...(nowMs !== undefined && { nowMs }) }, facts, 1).text;
  expect(textAt()).toContain('You can withdraw to it from 2026-12-07 00:00 UTC.');
  expect(textAt(endMs - 1)).toBe(textAt());
  expect(textAt(endMs)).toContain('Withdrawals to it were on hold until 2026-12-07 00:00 UTC.');
});

test('a stop that was reached names its price and the order that it became, and links to it', () => {
  const facts = { subject: 'stop', symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', quantity: '0.5' } as const;
  const wordsIn = (more: { side: 'buy' | 'sell'; stopPrice: string; price: string | null }) =>
    writeMessage({ language: 'en', isSandbox: false }, { ...facts, ...more }, 17);
  expect(wordsIn({ side: 'sell', stopPrice: '28000', price: '27990.5' })).toEqual({
    title: 'Stop reached: BTC/USDT',
    text: 'The price reached 28,000 USDT. Your order is now a limit order to sell 0.5 BTC at 27,990.5 USDT.',
    link: '/pages/trade/index?symbol=BTC%2FUSDT&order=17',
  });
  expect(wordsIn({ side: 'buy', stopPrice: '30000', price: null }).text).toBe(
    'The price reached 30,000 USDT. Your order is now a market order to buy 0.5 BTC.',
  );
});
