/** Texts of halts; pages that show one load the namespace `status`. */
import { HALT_SUBJECTS, haltReasonOf, type Halt } from '@halyard/contract/halts/calls';
import { i18n } from '../../shared/i18n/i18n.ts';

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

/** The functions that stay possible meanwhile; `undefined` for a subject that this version does not know. */
export function staysText({ subject }: Halt): string | undefined {
  const known = HALT_SUBJECTS.find((one) => one === subject);
  if (known === undefined) return undefined;
  const own = known === 'exchange' || known === 'markets' || known === 'market' || known === 'withdrawals';
  return i18n.t(`stays.${own ? known : 'function'}`, { ns: 'status' });
}
