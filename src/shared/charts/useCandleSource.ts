import { useState } from 'react';
import { createCandleSource, type CandleSource } from './candleSource.ts';

/** A source of candles for the lifetime of the component. */
export function useCandleSource(): CandleSource {
  const [source] = useState(createCandleSource);
  return source;
}
