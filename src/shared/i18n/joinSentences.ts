// Chinese and Japanese put no space after a full stop: it is as wide as one.
const WIDE_END = /[。！？]$/;

/** Sentences one after the other, as their language sets them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((said, next) => (said === '' || WIDE_END.test(said) ? said + next : `${said} ${next}`), '');
}
