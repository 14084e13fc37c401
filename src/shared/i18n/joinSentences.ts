// Chinese and Japanese have no space after a full stop, which is as wide as one.
const WIDE_END = /[。！？]$/;

/** Joins sentences as their language requires. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((said, next) => (said === '' || WIDE_END.test(said) ? said + next : `${said} ${next}`), '');
}
