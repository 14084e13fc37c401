/** What is wrong in words, with the figures of the rule as the user's locale writes them. */
import { useCallback } from 'react';
import type { CodedError, ErrorParams } from '@halyard/contract/errors';
import { parseDecimal } from '@halyard/contract/money';
import { useFormat } from '../format/useFormat.ts';
import { errorText } from './errorText.ts';

const PLACES = 18;

/** Gives the text of an error, none where there is no error. */
export function useFiguredErrorText() {
  const format = useFormat();
  return useCallback(
    (error: CodedError | undefined): string | undefined => {
      if (error === undefined) return undefined;
      const written = Object.entries(error.params ?? {}).map(([name, value]) => {
        const figure = typeof value === 'string' ? parseDecimal(value) : undefined;
        return [name, figure === undefined ? value : format.amount(figure, PLACES, 0)] as const;
      });
      return errorText(error.code, Object.fromEntries(written) satisfies ErrorParams);
    },
    [format],
  );
}
