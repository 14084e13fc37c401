/** Texts of halts; pages that show one load the namespace `status`. */
import { HALT_SUBJECTS, haltReasonOf, type Halt } from '@halyard/contract/halts/calls';
import { i18n } from '../../shared/i18n/i18n.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';

/** Name of the halted subject, e.g. `BTC/USDT` or `Withdrawals`. */
export function subjectText({ subject, market }: Halt): string {
  if (market !== null) return market;
  const known = HALT_SUBJECTS.find((one) => one === subject);
  return known === undefined || known === 'market' ? subject : i18n.t(`subjects.${known}`, { ns: 'status' });
}

/** The reason: a coded one in the user's language, an operator's text as it is. */
export function haltReasonText({ reason }: Halt): string {
  const code = haltReasonOf(reason);
  return code === undefined ? reason : i18n.t(`reasons.${code}`, { ns: 'status' });
}

/** Actions that stay possible, given all halts; `undefined` for a subject that this version does not know. */
export function staysText({ subject, reason }: Halt, halts: readonly Halt[]): string | undefined {
  const known = HALT_SUBJECTS.find((one) => one === subject);
  if (known === undefined) return undefined;
  const text = (key: 'exchange' | 'markets' | 'market' | 'withdrawals' | 'function' | 'withdrawing') =>
    i18n.t(`stays.${key}`, { ns: 'status' });
  const isWide = known === 'exchange' || known === 'markets';
  const canWithdraw = reason !== 'log-money' && !halts.some((halt) => halt.subject === 'withdrawals');
  if (isWide) return joinSentences(canWithdraw ? [text(known), text('withdrawing')] : [text(known)]);
  return text(known === 'market' || known === 'withdrawals' ? known : 'function');
}
