import { useTranslation } from 'react-i18next';
import { add } from '@halyard/contract/money';
import type { Option } from '@halyard/contract/options/calls';
import { returnOf } from '@halyard/contract/options/rules';
import { useFormat } from '../../shared/format/useFormat.ts';

/** The result of an option as text, with the returned amount. */
export function useResultText({ result, stake, fee, payout, currency }: Option): string {
  const { t } = useTranslation('options');
  const format = useFormat();
  if (result === null) return t('running.due');
  const returned = returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  return t(`result.${result}`, { returned: format.money(returned, currency) });
}
