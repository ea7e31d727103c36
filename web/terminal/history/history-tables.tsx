import type { ComponentChildren } from 'preact'
import { MenuItem } from '../../look/menu-item.js'
import { Table } from '../../look/table/table.js'
import { set } from '../../settings/settings.js'
import { tableWords } from '../../text/tables/table-words.js'
import { words } from '../../text/terminal/words.js'
import type { ClosedPosition, DayRow } from '../../trader/account/record.js'
import { ChangesItem } from '../tables/changes-item.js'
import { CopyId } from '../tables/copy-id.js'
import { closedColumns, dayColumns, dealColumns, orderColumns } from './history-columns.js'
import type { Deal, DoneOrder, HistoryKind, Page } from './history-rows.js'

export function HistoryTable(props: {
  kind: HistoryKind
  page: Page<object>
  after: ComponentChildren
}) {
  const { kind, page, after } = props
  switch (kind) {
    case 'closed':
      return <ClosedTable page={page as Page<ClosedPosition>} after={after} />
    case 'deals':
      return <DealTable page={page as Page<Deal>} after={after} />
    case 'orders':
      return <OrderTable page={page as Page<DoneOrder>} after={after} />
    case 'daily':
      return <DayTable page={page as Page<DayRow>} after={after} />
  }
}

interface Shown<Row> {
  readonly page: Page<Row>
  readonly after: ComponentChildren
}

function menuFor<Row extends { readonly symbol?: string | null }>(
  idOf: (row: Row) => number,
  changed: (row: Row) => Pick<Parameters<typeof ChangesItem>[0], 'kind' | 'id'> | null,
) {
  return {
    labelOf: (row: Row) =>
      `${words.value.positions.actions}: ${row.symbol ?? ''} ${idOf(row)}`.trim(),
    of: (row: Row, close: () => void) => {
      const shown = changed(row)
      return (
        <>
          {typeof row.symbol === 'string' && (
            <MenuItem
              label={tableWords.value.chart({ symbol: row.symbol })}
              close={close}
              act={() => set({ symbol: row.symbol ?? '' })}
            />
          )}
          {shown !== null && <ChangesItem {...shown} close={close} />}
          <CopyId id={idOf(row)} close={close} />
        </>
      )
    },
  }
}

const closedMenu = menuFor<ClosedPosition>(
  (row) => row.position_id,
  (row) => ({ kind: 'positions', id: row.position_id }),
)
const dealMenu = menuFor<Deal>(
  ({ id }) => id,
  ({ position_id: id }) => (id ? { kind: 'positions', id } : null),
)
const orderMenu = menuFor<DoneOrder>(
  ({ id }) => id,
  ({ id, kind }) => (kind === 'market' ? null : { kind: 'orders', id }),
)

/** A total of all rows; none while the page has only some of them. */
const totalOf = ({ items, total }: Page<object>) =>
  items.length < total ? {} : { total: words.value.history.total }

function ClosedTable({ page: { items, totals }, after }: Shown<ClosedPosition>) {
  return (
    <Table
      name="closed"
      label={words.value.history.closed}
      columns={closedColumns(totals)}
      rows={items}
      after={after}
      keyOf={(row) => `${row.position_id} ${row.closed_at}`}
      menu={closedMenu}
      total={words.value.history.total}
    />
  )
}

function DealTable({ page, after }: Shown<Deal>) {
  return (
    <Table
      name="deals"
      label={words.value.history.deals}
      columns={dealColumns.value}
      rows={page.items}
      {...totalOf(page)}
      after={after}
      keyOf={({ id }) => String(id)}
      menu={dealMenu}
    />
  )
}

function OrderTable({ page: { items }, after }: Shown<DoneOrder>) {
  return (
    <Table
      name="done"
      label={words.value.history.orders}
      columns={orderColumns.value}
      rows={items}
      after={after}
      keyOf={({ id }) => String(id)}
      menu={orderMenu}
    />
  )
}

function DayTable({ page, after }: Shown<DayRow>) {
  return (
    <Table
      name="daily"
      label={words.value.history.daily}
      columns={dayColumns.value}
      rows={page.items}
      {...totalOf(page)}
      after={after}
      keyOf={({ date }) => date}
    />
  )
}
