// The search in help, typed on a phone, among ten times as many articles as exist: our index beside a scan of all texts
// for the exact word, which finds fewer and ranks none.
import { readdirSync, readFileSync } from 'node:fs';
import type { ArticleId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { createHelpIndex, type HelpText } from '../src/domain/news/helpLibrary.ts';
import { measure, report } from './measure.ts';

const TIMES = 10;
const FOLDER = 'content/help';
const LANGUAGES: readonly Language[] = ['en', 'jp', 'th'];

function articlesIn(language: Language): readonly HelpText[] {
  const texts = readdirSync(FOLDER).map((slug) => readFileSync(`${FOLDER}/${slug}/${language}.md`, 'utf8'));
  return Array.from({ length: TIMES }, () => texts)
    .flat()
    .map((text, place) => ({ id: place as ArticleId, title: text.split('\n')[1] ?? '', summary: '', text }));
}

for (const language of LANGUAGES) {
  const articles = articlesIn(language);
  const index = createHelpIndex(language);
  for (const article of articles) index.put(article);
  const title = (articles[0]?.title ?? '').replace(/^title: /, '');
  const queries = [title.slice(0, 1), title.slice(0, 2), title];
  const queryOf = (turn: number) => queries[turn % queries.length] ?? title;
  const rates = await measure(
    [
      {
        name: 'reading all texts',
        run: async (turn) => articles.filter(({ text }) => text.includes(queryOf(turn))).map(({ id }) => id),
      },
      { name: 'the index of help', run: async (turn) => index.search(queryOf(turn)) },
    ],
    { rounds: 5, runsPerRound: 60 },
  );
  console.log(report(`searches of help in ${language}, ${articles.length} articles`, rates));
}
