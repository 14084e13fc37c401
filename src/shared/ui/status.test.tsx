// Statuses have words in every language, and the steps of a timeline are described for users who do not see the dots.
import { LANGUAGES } from '@halyard/contract/languages';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { StatusBadge, type ReviewStatus } from './StatusBadge.tsx';
import { Timeline } from './Timeline.tsx';

const STATUSES: readonly ReviewStatus[] = ['underReview', 'passed', 'rejected', 'cancelled'];

test.each(LANGUAGES)('the statuses have four different words in %s', async (language) => {
  const { container } = await renderUi(
    <>
      {STATUSES.map((status) => (
        <p key={status}>
          <StatusBadge status={status} />
        </p>
      ))}
    </>,
    language,
  );
  const words = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(new Set(words).size).toBe(4);
  expect(words.every((word) => word !== '' && !word.includes('status.'))).toBe(true);
});

test('a timeline describes past, current and failed steps', async () => {
  await renderUi(
    <Timeline
      label="Withdrawal"
      steps={[
        { id: 'asked', title: 'Requested', state: 'done', atMs: Date.UTC(2023, 2, 16, 14, 0) },
        { id: 'review', title: 'Under review', state: 'failed', detail: 'The name does not match' },
        { id: 'sent', title: 'Sent', state: 'next' },
      ]}
    />,
  );
  const steps = within(screen.getByRole('list', { name: 'Withdrawal' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^RequestedDoneMar 16/),
    'Under reviewStoppedThe name does not match',
    'SentUpcoming',
  ]);
  expect(steps[0]?.querySelector('time')?.dateTime).toBe('2023-03-16T14:00:00.000Z');
});

test('the step that is under way is the current one', async () => {
  await renderUi(<Timeline label="Deposit" steps={[{ id: 'review', title: 'Under review', state: 'current' }]} />);
  expect(screen.getByRole('listitem').getAttribute('aria-current')).toBe('step');
});
