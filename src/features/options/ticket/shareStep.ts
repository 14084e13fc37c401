/** Which share of the balance a stake is, where it is exactly one that a button fills in. */
import type { PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import type { OptionTicketControl } from './useOptionTicket.ts';

const STEPS = [25, 50, 75, 100] as const satisfies readonly PercentStep[];

export function shareStep({ stakeText, shareOf }: OptionTicketControl): PercentStep | undefined {
  return stakeText === '' ? undefined : STEPS.find((percent) => shareOf(percent) === stakeText);
}
