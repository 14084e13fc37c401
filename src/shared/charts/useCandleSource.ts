import { useState } from 'react';
import { createCandleSource, type CandleSource } from './candleSource.ts';

/** A source of candles for as long as the component stands. */
export function useCandleSource(): CandleSource {
  const [source] = useState(createCandleSource);
  return source;
}
