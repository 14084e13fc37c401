// What is proved: the file of a receipt has its fields and no others.
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { ENTRIES } from './logFixtures.ts';
import { LogFormatError } from './LogFormatError.ts';
import { formatReceipt, parseReceipt, type Receipt } from './receipt.ts';

const NONCE = new Uint8Array(32).fill(7);
const RECEIPT: Receipt = {
  terms: 'halyard/contract/v1\n',
  nonce: NONCE,
  result: { outcome: 'won', exit: '81239 60001.05', paid: '185 USDT' },
  entries: [{ index: 2, text: ENTRIES[2] ?? '', proof: [NONCE, new Uint8Array(32)] }],
  checkpoint: 'a note\n',
};
const file = JSON.parse(formatReceipt(RECEIPT)) as Readonly<Record<string, unknown>>;
const { result } = RECEIPT;
const [entry] = file['entries'] as readonly Readonly<Record<string, unknown>>[];

describe('the file of a receipt', () => {
  it('is read as it is written', () => {
    expect(parseReceipt(formatReceipt(RECEIPT))).toEqual(RECEIPT);
    expect(parseReceipt(JSON.stringify(file))).toEqual(RECEIPT);
    const open = { ...RECEIPT, result: { ...result, exit: null } };
    expect(parseReceipt(formatReceipt(open))).toEqual(open);
  });

  it.each(['', '[]', 'null', '"text"', '{', '{}'])('is not %j', (json) => {
    expect(() => parseReceipt(json)).toThrow(LogFormatError);
  });

  it.each([
    { more: 1 },
    { format: 'halyard/receipt/v2' },
    { terms: 1 },
    { nonce: 'Bw==' },
    { nonce: `${toBase64(NONCE).slice(0, -2)}d=` },
    { result: { ...result, more: 1 } },
    { result: { ...result, outcome: 'win' } },
    { result: { outcome: 'won', paid: '185 USDT' } },
    { result: { ...result, exit: 81_239 } },
    { entries: {} },
    { entries: [{ ...entry, index: '2' }] },
    { entries: [{ ...entry, index: -1 }] },
    { entries: [{ ...entry, index: 2.5 }] },
    { entries: [{ ...entry, more: 1 }] },
    { entries: [{ ...entry, proof: ['Bw=='] }] },
    { entries: [null] },
    { checkpoint: null },
  ])('is not one with %j', (change) => {
    expect(() => parseReceipt(JSON.stringify({ ...file, ...change }))).toThrow(LogFormatError);
  });

  it.each(Object.keys(file))('is not one without %s', (field) => {
    const rest = Object.fromEntries(Object.entries(file).filter(([name]) => name !== field));
    expect(() => parseReceipt(JSON.stringify(rest))).toThrow(field);
  });
});
