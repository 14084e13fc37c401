import type { ReactNode } from 'react';
import type { PagedRows } from '../../../shared/api/usePagedList.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { momentOf, type Dated } from './momentOf.ts';
import { RecordLoading } from './RecordLoading.tsx';

type RequestListProps<Row> = {
  label: string;
  list: PagedRows<Row>;
  /** One sentence for when there is nothing, and the one thing to do about it. */
  empty: string;
  action: { readonly label: string; readonly to: string };
  renderItem: (row: Row) => ReactNode;
};

/** A list of what the user asked for and somebody reviews. */
export function RequestList<Row extends Dated & { readonly id: number }>(props: RequestListProps<Row>) {
  const { empty, action, ...shown } = props;
  const link = (
    <ButtonLink kind="ghost" size="small" to={action.to}>
      {action.label}
    </ButtonLink>
  );
  return (
    <DayList
      {...shown}
      momentOf={momentOf}
      skeleton={<RecordLoading />}
      empty={<EmptyState text={empty} action={link} />}
    />
  );
}
