/** Which share of the balance a stake is, where it is exactly one that a button fills in. */
import type { PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import type { OptionTicketControl } from './useOptionTicket.ts';

/** The largest first: several shares may come to the largest stake that is taken. */
const STEPS = [100, 75, 50, 25] as const satisfies readonly PercentStep[];

export function shareStep({ stakeText, shareOf }: OptionTicketControl): PercentStep | undefined {
  return stakeText === '' ? undefined : STEPS.find((percent) => shareOf(percent) === stakeText);
}
