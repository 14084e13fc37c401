/**
 * Reasons by which a review rejects without a person, as records keep them. Everybody reads them in his own language,
 * unlike the words of an operator, which stay as they were written.
 */
export const REVIEW_REASONS = {
  SANDBOX_DEPOSIT: 'Rule of the sandbox: a deposit whose amount ends in .13 is rejected.',
  SANDBOX_WITHDRAWAL: 'Rule of the sandbox: a withdrawal whose amount ends in .13 is rejected.',
  SANDBOX_SUBSCRIPTION: 'Rule of the sandbox: a subscription whose amount ends in .13 is rejected.',
  SANDBOX_IDENTITY: 'Rule of the sandbox: an ID number that ends in 13 is rejected.',
  DETAILS_UNCONFIRMED: 'These details could not be confirmed. Check them and submit again.',
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** Which of them a record keeps; none where an operator wrote the reason. */
export function reviewReasonOf(kept: string): ReviewReason | undefined {
  return (Object.keys(REVIEW_REASONS) as ReviewReason[]).find((reason) => REVIEW_REASONS[reason] === kept);
}
