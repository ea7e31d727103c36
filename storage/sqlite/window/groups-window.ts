import type { Sqlite } from '../open.js'
import { Statements } from '../statements.js'
import { AmountCounts, type AmountsTable } from './amount-counts.js'
import { GROUPS_TABLE, groupRow, type WindowColumns } from './columns.js'
import { GroupRows } from './group-rows.js'
import type { GroupsAsk, WindowQuery } from './query.js'
import type { RowSource } from './row-source.js'
import { Window, type WindowBounds } from './window.js'

/** A table whose rows belong to groups, each row with a login. */
export interface GroupsWindowOptions extends WindowBounds {
  readonly table: string
  readonly columns: WindowColumns
  /** The table with the amounts of rows by login, and the index with a group's rows by login. */
  readonly amounts?: AmountsTable
}

/**
 * A window of rows in groups. If an index has the order, the groups' rows are merged from it, and a
 * page costs the same at any place.
 */
export function groupsWindow(db: Sqlite, options: GroupsWindowOptions): Window<GroupsAsk> {
  const { table, columns, amounts } = options
  const statements = new Statements(db)
  const counts =
    amounts === undefined
      ? undefined
      : new AmountCounts(statements, { ...amounts, rows: table, columns })

  const sourceOf = (asked: GroupsAsk, query: WindowQuery): RowSource => {
    const { groups } = asked
    const groupsText = JSON.stringify(groups.map(groupRow))
    const { index } = query
    return {
      number: 'login',
      isNone: groups.length === 0,
      before: GROUPS_TABLE,
      from: `FROM f CROSS JOIN ${table} AS a ON a.group_path = f.path COLLATE NOCASE`,
      scope: '',
      parameters: { groups: groupsText },
      isWhole: true,
      streams: (isFalling) =>
        index === undefined
          ? undefined
          : groups.map(
              (group) => new GroupRows(statements, { table, index }, query, group, isFalling),
            ),
      countUpTo(most) {
        const all = statements.of(`SELECT count(*) FROM ${table}`).pluck().get() as number
        if (all < most) return all
        const within = db.prepare<[string, number], number>(
          `SELECT count(*) FROM (SELECT 1 FROM json_each(?) AS f CROSS JOIN ${table} AS a
             ON a.group_path = (f.value ->> 'path') COLLATE NOCASE LIMIT ?)`,
        )
        return within.pluck().get(groupsText, most) as number
      },
      total: () => (counts?.covers(asked) === true ? counts.count(asked) : undefined),
      noun: 'account',
      isTooMany: 'field.scan_groups',
    }
  }
  return new Window(db, { ...options, number: 'login', sourceOf })
}
