/** Settlement of a committed option by logged ticks: the rule of options, and the rule of late ticks. */
import { settle, type OptionOutcome, type PricePoint, type VoidReason } from '../options/rules.ts';
import type { CommittedOption } from './receipt.ts';

/** A tick and the time of its logging. */
export type CommittedTick = PricePoint & { readonly loggedMs: number };

/**
 * As `settle`, by ticks without a gap. A tick that was logged late is not skipped but voids the option: otherwise an
 * exchange that delays a tick could choose the next one.
 */
export function settleLogged(
  option: Pick<
    CommittedOption,
    'direction' | 'pricePlaces' | 'even' | 'entry' | 'purchasedMs' | 'expiresMs' | 'lateMs'
  >,
  ticks: readonly CommittedTick[],
  isOver?: VoidReason,
): OptionOutcome | undefined {
  const { direction, pricePlaces, even, entry, purchasedMs, expiresMs, lateMs } = option;
  const open = { ...entry, at: isoOf(purchasedMs) };
  const settled = { direction, pricePrecision: pricePlaces, band: even?.band, open, dueAt: isoOf(expiresMs) };
  const outcome = settle(settled, ticks, isOver);
  const end = ticks.find(({ seq }) => seq === outcome?.end?.seq);
  const isLate = lateMs !== null && end !== undefined && end.loggedMs - Date.parse(end.at) > lateMs;
  return outcome !== undefined && isLate ? { ...outcome, result: 'void', voidReason: 'no_tick' } : outcome;
}

/** An instant in the form of the rules. */
export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
