import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accountCells, accountColumns, groupOfValues } from '../../wire/answer/account-text.js'
import { csvLine } from '../../wire/answer/csv.js'
import { ACCOUNT_FIELDS } from '../../wire/schema/accounts/account-fields.js'
import type { AccountExportWork } from '../../wire/thread/account-export.js'
import type { JobPlace, JobSlice } from './job-work.js'

/**
 * The list of accounts as CSV, by login: a slice goes on after the login that the one before ended with, so
 * each account is a line once. A slice is one snapshot; the whole is not.
 */
const ROWS_AT_ONCE = 500
const SLICE_BYTES = 512 * 1024

export function exportAccounts(
  db: Sqlite,
  { filter, groups, hidden }: AccountExportWork,
  { place, done, total }: JobPlace,
): JobSlice<string> {
  const accounts = accountsRepo(db)
  const reached = { ...filter, groups: groups.map(({ path }) => path) }
  const facts = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
  const lineOf = (values: readonly unknown[]): string => {
    const [balance = 0, credit = 0, balancePrevDay = 0, balancePrevMonth = 0] = values.slice(
      ACCOUNT_FIELDS.length,
    ) as number[]
    const group = facts.get(groupOfValues(values).toLowerCase())
    const balances = { balance, credit, balancePrevDay, balancePrevMonth }
    return csvLine(accountCells(values, group, hidden, balances))
  }
  return inSnapshot(db, () => {
    const isFirst = place === ''
    let text = isFirst ? csvLine(accountColumns(hidden)) : ''
    const counted = isFirst ? accounts.countMatching(reached) : (total ?? 0)
    let [after, rows] = [Number(place), 0]
    for (;;) {
      const found = accounts.after(reached, after, ROWS_AT_ONCE)
      for (const values of found) text += lineOf(values)
      rows += found.length
      after = Number(found.at(-1)?.[0] ?? after)
      const isOver = found.length < ROWS_AT_ONCE
      if (!isOver && text.length < SLICE_BYTES) continue
      const count = done + rows
      // Accounts are opened and moved meanwhile.
      const all = isOver ? count : Math.max(counted, count)
      return { made: text, place: String(after), done: count, total: all, isOver }
    }
  })
}
