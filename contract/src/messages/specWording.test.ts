// Messages whose English wording is fixed; a next step may follow.
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../errors.ts';
import english from './en.json' with { type: 'json' };

const WORDED: readonly (readonly [string, ErrorCode])[] = [
  ['insufficient balance', 'INSUFFICIENT_BALANCE'],
  ['insufficient sellable balance', 'INSUFFICIENT_SELLABLE_BALANCE'],
  ['please set withdraw address first', 'WITHDRAW_ADDRESS_REQUIRED'],
  ['please enter amount', 'AMOUNT_REQUIRED'],
  ['amount is required', 'AMOUNT_REQUIRED'],
  ['amount can not be less than the minimum', 'AMOUNT_TOO_SMALL'],
  ['please enter fund password', 'FUND_PASSWORD_REQUIRED'],
  ['set the fund password first', 'FUND_PASSWORD_UNSET'],
  ['you have not set a transaction password', 'FUND_PASSWORD_UNSET'],
  ['please complete real-name verification first', 'REAL_NAME_REQUIRED'],
  ['account not verified', 'NO_IDENTITY'],
  ['go to verify', 'NO_IDENTITY'],
  ['please complete basic verification first', 'BASIC_REQUIRED'],
  ['upload failed', 'UPLOAD_FAILED'],
  ['uploading failed, please try again', 'UPLOADING_FAILED'],
  ['out of allowable file size', 'FILE_TOO_LARGE'],
  ['failed to submit', 'SUBMIT_FAILED'],
  ['copy failed, please copy manually', 'COPY_FAILED'],
  ['picture save failed', 'PICTURE_SAVE_FAILED'],
  ['picture preview failed', 'PICTURE_PREVIEW_FAILED'],
  ['binding failed', 'BINDING_FAILED'],
  ['passwords do not match', 'PASSWORD_MISMATCH'],
  ['you did not agree', 'AGREEMENT_REQUIRED'],
];

describe('messages with a fixed wording', () => {
  it.each(WORDED)('«%s» is %s', (wording, code) => {
    const sentences = english.errors[code].toLowerCase().split(/(?<=\.)\s/);
    expect(sentences.some((sentence) => sentence.startsWith(wording))).toBe(true);
  });
});
