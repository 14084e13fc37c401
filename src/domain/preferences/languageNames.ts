import type { Language } from '@halyard/contract/languages';

/** Each language's own name: users looking for theirs may not read any other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: '简体中文',
  hk: '繁體中文',
  jp: '日本語',
  kr: '한국어',
  esp: 'Español',
  th: 'ไทย',
  vnm: 'Tiếng Việt',
};
