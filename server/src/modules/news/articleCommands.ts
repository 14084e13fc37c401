/** `operator articles`: notices, banners and help, written as Markdown, one file a language. */
import {
  argument,
  CommandError,
  FOLDER_ARGUMENT,
  READ,
  TERMS,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { ArticleError, openArticleFolder } from './articleFolder.ts';
import { putArticle, selectStates, setStatus, type ArticleState } from './newsRepository.ts';
import type { Reader } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { formatFields, formatInstant, formatTable, type Cell } from '../../operator/text.ts';

/** The commands of the group. */
export const ARTICLE_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'articles',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'all articles, published and withdrawn',
    run: async ({ db }) => listArticles(db),
  },
  {
    group: 'articles',
    name: 'show',
    rule: READ,
    args: ['name'],
    options: [],
    summary: 'one article, by its name',
    run: async ({ db }, _operator, input) => sheetOf(await findState(db, argument(input, 0))),
  },
  {
    group: 'articles',
    name: 'publish',
    rule: TERMS,
    args: [FOLDER_ARGUMENT],
    options: [],
    summary: 'publish the article in a folder, or put it in the place of the one with the name of the folder',
    run: publish,
  },
  {
    group: 'articles',
    name: 'withdraw',
    rule: TERMS,
    args: ['name'],
    options: [],
    summary: 'show an article to nobody any more',
    run: (deps, operator, input) => changeStatus(deps, operator, { input, status: 'withdrawn' }),
  },
  {
    group: 'articles',
    name: 'restore',
    rule: TERMS,
    args: ['name'],
    options: [],
    summary: 'show a withdrawn article again',
    run: (deps, operator, input) => changeStatus(deps, operator, { input, status: 'published' }),
  },
];

const TITLES = ['id', 'name', 'kind', 'status', 'written by', 'languages', 'dated (UTC)', 'title'] as const;

async function listArticles(db: Reader) {
  const states = await selectStates(db);
  const columns = TITLES.map((title) => ({ title, isRight: title === 'id' }));
  return { data: states, text: formatTable(columns, states.map(cellsOf), 'There is no article.') };
}

async function publish({ db, clock, dataDir }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const at = new Date(clock.nowMs()).toISOString();
  try {
    const rendered = await (await openArticleFolder(argument(input, 0))).render(dataDir);
    const state = await db.transaction(async (tx) => {
      const id = await putArticle(tx, rendered, { origin: 'operator', at });
      await writeAudit(tx, operator, { action: 'articles.publish', subject: `article:${id}`, reason: rendered.slug });
      return findState(tx, rendered.slug);
    });
    return sheetOf(state);
  } catch (error) {
    if (error instanceof ArticleError) throw new CommandError(error.message);
    throw error;
  }
}

async function changeStatus(
  { db, clock }: OperatorDeps,
  operator: Reviewer,
  { input, status }: { readonly input: CommandInput; readonly status: ArticleState['status'] },
) {
  const at = new Date(clock.nowMs()).toISOString();
  const state = await db.transaction(async (tx) => {
    const { id, slug, status: before } = await findState(tx, argument(input, 0));
    if (before === status) throw new CommandError(`${slug} is ${status} already`);
    await setStatus(tx, id, status, at);
    const action = status === 'withdrawn' ? 'articles.withdraw' : 'articles.restore';
    await writeAudit(tx, operator, { action, subject: `article:${id}`, reason: slug });
    return findState(tx, slug);
  });
  return sheetOf(state);
}

async function findState(reader: Reader, slug: string): Promise<ArticleState> {
  const [state] = await selectStates(reader, slug);
  if (state === undefined) throw new CommandError(`there is no article «${slug}»: "articles list" names all`);
  return state;
}

function sheetOf(state: ArticleState) {
  const cells = cellsOf(state);
  return { data: state, text: formatFields(TITLES.map((title, index) => [title, cells[index] ?? null] as const)) };
}

function cellsOf({ id, slug, kind, status, origin, languages, publishedAt, title }: ArticleState): readonly Cell[] {
  const writtenBy = origin === 'builtin' ? 'Halyard' : 'an operator';
  return [id, slug, kind, status, writtenBy, languages.join(' '), formatInstant(publishedAt), title];
}
