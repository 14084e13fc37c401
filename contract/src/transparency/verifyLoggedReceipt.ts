/** Verification of receipts of options and of positions, by their format. */
import type { FoundEntry } from './foundEntries.ts';
import type { Policy } from './policy.ts';
import { POSITION_FORMAT } from './positionReceipt.ts';
import { parseJson } from './receiptFile.ts';
import { faultOf } from './steps.ts';
import { verifyPositionReceipt, type PositionVerdict } from './verifyPositionReceipt.ts';
import { verifyReceipt, type ReceiptVerdict } from './verifyReceipt.ts';

export type LoggedReceiptVerdict =
  | (ReceiptVerdict & { readonly kind: 'option' })
  | (PositionVerdict & { readonly kind: 'contract' });

/** Verifies a file of either kind; any other file fails as one of an option. `more`: {@link verifyPositionReceipt}. */
export function verifyLoggedReceipt(json: string, policy: Policy, more?: readonly FoundEntry[]): LoggedReceiptVerdict {
  return isOfPosition(json)
    ? { kind: 'contract', ...verifyPositionReceipt(json, policy, more) }
    : { kind: 'option', ...verifyReceipt(json, policy) };
}

function isOfPosition(json: string): boolean {
  let file: unknown;
  faultOf(() => {
    file = parseJson(json);
  });
  return typeof file === 'object' && file !== null && 'format' in file && file.format === POSITION_FORMAT;
}
