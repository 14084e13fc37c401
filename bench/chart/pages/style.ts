/** The appearance of all libraries: the app's dark theme, and as many visible candles as the app opens with. */
export const STYLE = {
  ground: '#0b0e14',
  text: '#8b93a7',
  line: '#1b2130',
  up: '#2ebd85',
  down: '#f6465d',
  upWash: 'rgba(46, 189, 133, 0.5)',
  downWash: 'rgba(246, 70, 93, 0.5)',
  /** Of a candle with its gap. */
  stepPx: 7.5,
  /** Of the whole height, for the volume. */
  volumeShare: 0.2,
} as const;
