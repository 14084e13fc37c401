import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectLanguage } from '../preferences/languageSlice.ts';
import { coinNameOf } from './coinNames.ts';

/** The usual name of a coin in the user's language, if it is known. Loads after the first screen. */
export function CoinName({ symbol }: { symbol: string }) {
  return coinNameOf(symbol, useAppSelector(selectLanguage));
}
