/**
 * Rejection reasons that have a code, with the stored text. Users read them in their own language; free text of an
 * operator stays as written.
 */
export const REVIEW_REASONS = {
  SANDBOX_DEPOSIT: 'Rule of the sandbox: a deposit whose amount ends in .13 is rejected.',
  SANDBOX_WITHDRAWAL: 'Rule of the sandbox: a withdrawal whose amount ends in .13 is rejected.',
  SANDBOX_SUBSCRIPTION: 'Rule of the sandbox: a subscription whose amount ends in .13 is rejected.',
  SANDBOX_IDENTITY: 'Rule of the sandbox: an ID number that ends in 13 is rejected.',
  DETAILS_UNCONFIRMED: 'These details could not be confirmed. Check them and submit again.',
  BLURRY_PHOTO: 'The picture is blurred. Take it again in good light so that every word can be read.',
  PHOTO_CUT_OFF: 'Part of the document is missing from the picture. All four corners must be visible.',
  DOCUMENT_EXPIRED: 'The document has expired. Use one that is still valid.',
  DOCUMENT_UNSUPPORTED: 'This kind of document is not accepted. Use an ID card, a passport or a driving licence.',
  NAME_MISMATCH: 'The name does not match the document. Write it exactly as the document has it.',
  FACE_MISMATCH: 'The person in the picture could not be matched to the document. Take the picture again.',
  PROOF_UNREADABLE: 'The payment proof cannot be read. Upload a clear picture that shows amount, date and recipient.',
  PAYMENT_NOT_RECEIVED: 'We have not received this payment. Check with your bank or wallet whether it was sent.',
  AMOUNT_MISMATCH: 'The amount received differs from the one you entered. Submit again with the amount you sent.',
  PAYER_MISMATCH: 'The payment came from another person’s account. Pay from an account in your own name.',
  PAYOUT_DETAILS_WRONG: 'The address or bank details are wrong. Correct them and request the withdrawal again.',
  OWNER_UNCONFIRMED: 'We could not confirm that you are the owner of this account. Contact support.',
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** Texts of earlier versions: records from then still have them. */
const EARLIER_TEXTS: ReadonlyMap<string, ReviewReason> = new Map([
  ['The amount received differs from the one you declared. Submit again with the amount you sent.', 'AMOUNT_MISMATCH'],
  ['The payment came from somebody else’s account. Pay from an account in your own name.', 'PAYER_MISMATCH'],
  [
    'The payment proof cannot be read. Upload a clear picture that shows amount, date and receiver.',
    'PROOF_UNREADABLE',
  ],
  ['The address or bank details are wrong. Correct them and ask again.', 'PAYOUT_DETAILS_WRONG'],
]);

/** The code of a stored reason; undefined for free text of an operator. */
export function reviewReasonOf(kept: string): ReviewReason | undefined {
  const reasons = Object.keys(REVIEW_REASONS) as ReviewReason[];
  return reasons.find((reason) => REVIEW_REASONS[reason] === kept) ?? EARLIER_TEXTS.get(kept);
}

/** Names of reasons that operators can give: `blurry_photo`. Reasons of the sandbox are excluded. */
export const OPERATOR_REASONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(REVIEW_REASONS)
    .filter(([reason]) => !reason.startsWith('SANDBOX_'))
    .map(([reason, text]) => [reason.toLowerCase(), text]),
);
