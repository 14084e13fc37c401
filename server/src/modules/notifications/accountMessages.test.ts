// Reasons of reviews in messages: those of the autopilot are in the reader's language, those of an operator as written.
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
