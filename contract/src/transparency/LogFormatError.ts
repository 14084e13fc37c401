/** A text of the log that does not follow its format. */
export class LogFormatError extends Error {
  override readonly name = 'LogFormatError';

  /** `line` counts from 1; 0 is the text as a whole. `reason` is plain English without the faulty text. */
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(line === 0 ? reason : `line ${line}: ${reason}`);
  }
}
