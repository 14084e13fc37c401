/** What became of an option in words, with what came back. */
import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/options/calls';
import { add } from '@halyard/contract/money';
import { returnOf } from '@halyard/contract/options/rules';
import { useFormat } from '../../shared/format/useFormat.ts';

export function useResultText({ result, stake, fee, payout, currency }: Option): string {
  const { t } = useTranslation('option');
  const format = useFormat();
  if (result === null) return t('running.due');
  const returned = returnOf(result, { stake, fee, payout, held: add(stake, fee) });
  return t(`result.${result}`, { returned: format.money(returned, currency) });
}
