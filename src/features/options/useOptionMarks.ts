/** What of the user's options stands on the chart: where they opened, where they end, and by which price they did. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/options/calls';
import type { Direction } from '@halyard/contract/options/rules';
import { useRunningOptions } from '../../domain/options/useOptions.ts';
import type { ChartMarks, MarkSide, TradeMark } from '../../shared/charts/chartSettings.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import type { OptionMarket } from './optionTypes.ts';

export const SIDES = { up: 'buy', down: 'sell', even: 'even' } as const satisfies Readonly<Record<Direction, MarkSide>>;

/** Of all options that the list holds: those that ended stay with both their prices until it is read again. */
export function useOptionMarks({ id, pricePrecision }: OptionMarket): ChartMarks {
  const { t } = useTranslation('option');
  const format = useFormat();
  const { options } = useRunningOptions();
  return useMemo(() => {
    const here = (options ?? []).filter(({ marketId }) => marketId === id);
    const running = here.filter(({ status }) => status !== 'closed');
    const label = ({ direction, stake }: Option) => `${t(`direction.${direction}`)} ${format.amount(stake, 8, 0)}`;
    return {
      areOptions: true,
      orders: running.map((option) => ({
        id: `open-${option.id}`,
        side: SIDES[option.direction],
        price: option.openPrice,
        label: label(option),
      })),
      moments: running.map(({ id: key, dueAt }) => ({
        id: `end-${key}`,
        atMs: Date.parse(dueAt),
        label: format.moment(Date.parse(dueAt), 'second'),
      })),
      trades: here.flatMap((option) => ticksOf(option, (tick) => format.price(tick, pricePrecision), t)),
    };
  }, [id, options, t, format, pricePrecision]);
}

type Words = ReturnType<typeof useTranslation<'option'>>['t'];

function ticksOf(option: Option, priceText: (price: Option['openPrice']) => string, t: Words): TradeMark[] {
  const mark = (name: 'open' | 'end', { at, price }: Option['openTick']): TradeMark => ({
    id: `${name}-${option.id}`,
    side: SIDES[option.direction],
    price,
    atMs: Date.parse(at),
    label: t(`marks.${name}`, { direction: t(`direction.${option.direction}`), price: priceText(price) }),
  });
  return [mark('open', option.openTick), ...(option.endTick === null ? [] : [mark('end', option.endTick)])];
}
