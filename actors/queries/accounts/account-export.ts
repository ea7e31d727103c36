import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { inSnapshot } from '../../../storage/sqlite/snapshot.js'
import { ACCOUNT_FIELDS } from '../../../wire/account/account-fields.js'
import { accountCells, accountColumns, groupOfValues } from '../../../wire/account/account-text.js'
import { csvLine } from '../../../wire/format/csv.js'
import { unpackLogins } from '../../../wire/stored/login-set.js'
import type { AccountExportWork } from '../../../wire/thread/account-export.js'
import type { JobPlace, JobSlice } from '../../thread/job-work.js'

/**
 * The list of accounts as CSV, by login. A slice continues after the last login of the previous
 * one, so each account has one line. Each slice is a snapshot, but not the whole file.
 */
const ROWS_AT_ONCE = 500
const SLICE_BYTES = 512 * 1024

export function exportAccounts(
  db: Sqlite,
  { filter, groups, hidden, packed, fields }: AccountExportWork,
  { place, done, total }: JobPlace,
): JobSlice<string> {
  const accounts = accountsRepo(db)
  const reached = { ...filter, groups: groups.map(({ path }) => path) }
  const facts = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
  const factsOf = (values: readonly unknown[]) => facts.get(groupOfValues(values).toLowerCase())
  const picked = pickerOf(accountColumns(hidden), fields)
  const lineOf = (values: readonly unknown[]): string => {
    const [balance = 0, credit = 0, balancePrevDay = 0, balancePrevMonth = 0] = values.slice(
      ACCOUNT_FIELDS.length,
    ) as number[]
    const balances = { balance, credit, balancePrevDay, balancePrevMonth }
    return csvLine(picked(accountCells(values, factsOf(values), hidden, balances)))
  }
  const named = packed === undefined ? undefined : unpackLogins(packed)
  /** The next logins, and the rows of those in reach. */
  const next = (after: Login) => {
    if (named === undefined) {
      const rows = accounts.after(reached, after, ROWS_AT_ONCE)
      return { rows, logins: rows.map(([login]) => Number(login)) }
    }
    const logins = named.filter((login) => login > after).slice(0, ROWS_AT_ONCE)
    const rows = accounts.rowsOf(logins).filter((values) => factsOf(values) !== undefined)
    return { rows: rows.toSorted(([a], [b]) => Number(a) - Number(b)), logins }
  }
  return inSnapshot(db, () => {
    const isFirst = place === ''
    let text = isFirst ? csvLine(picked(accountColumns(hidden))) : ''
    const counted = isFirst ? (named?.length ?? accounts.countMatching(reached)) : (total ?? 0)
    let [after, count] = [Number(place), 0]
    for (;;) {
      const { rows, logins } = next(after)
      for (const values of rows) text += lineOf(values)
      count += rows.length
      after = logins.at(-1) ?? after
      const isOver = logins.length < ROWS_AT_ONCE
      if (!isOver && text.length < SLICE_BYTES) continue
      // Accounts are opened and moved during the export.
      const all = isOver ? done + count : Math.max(counted, done + count)
      return { made: text, place: String(after), done: done + count, total: all, isOver }
    }
  })
}

/**
 * Selects the cells of the requested columns, in the order of the request. Hidden cells are left
 * out.
 */
function pickerOf(columns: readonly string[], fields: readonly string[] | undefined) {
  if (fields === undefined) return <Cell>(cells: readonly Cell[]): readonly Cell[] => cells
  const places = fields.map((name) => columns.indexOf(name)).filter((at) => at >= 0)
  return <Cell>(cells: readonly Cell[]): readonly Cell[] => places.map((at) => cells[at] as Cell)
}
