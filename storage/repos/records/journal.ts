import { createHash } from 'node:crypto'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { JsonValue } from '../../../wire/answer/json-parts.js'
import {
  type FieldChange,
  type JournalHead,
  type JournalLine,
  journalLineText,
} from '../../../wire/stored/journal-line.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { loginsInGroups } from '../accounts/accounts.js'

/**
 * The only SQL that reads the journal tables.
 *
 *   J1. Lines are only added, which triggers of the table hold everybody to. Ids rise by one from 1.
 *   J2. A line's hash is SHA-256 over the hash before it and its canonical text; the head row holds
 *       the newest id and hash. So an edited, deleted, reordered or cut line is found.
 *   J3. A line is written in the transaction of the change it tells of.
 */
export interface JournalEntry {
  /** Login of the doer, null for the system. */
  readonly actor: Login | null
  /** The account concerned. */
  readonly login: Login | null
  readonly kind: string
  readonly text: string
  /** Never secrets. */
  readonly changes: readonly FieldChange[]
  readonly ip: string
  readonly requestId: string
}

/** The conditions of a reader; one that is left out does not narrow the page. */
export interface JournalFilter {
  /** Times, both included. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly login?: Login
  /** Null is the system. */
  readonly actor?: Login | null
  readonly kinds?: readonly string[]
  /** A part, in any case. */
  readonly text?: string
  /**
   * Narrows lines about an account to these accounts, by the group as it is now. Lines about nobody
   * stay.
   */
  readonly accounts?: {
    readonly groups: readonly string[]
    /** True to take in lines about accounts that are no more. */
    readonly gone: boolean
  }
}

export type JournalRow = Omit<JournalLine, 'changes'> & { readonly changes: string }

export const journalRepo = perDatabase((db: Sqlite) => {
  const selectHead = db.prepare<[], JournalHead>('SELECT id, hash FROM journal_head')
  const selectChange = db.prepare<[number], number>(
    `SELECT 1 FROM journal WHERE actor = ? AND (kind <> 'auth' OR login IS NOT actor) LIMIT 1`,
  )
  const selectHash = db.prepare<[number], string>('SELECT hash FROM journal WHERE id = ?').pluck()
  const selectNewest = db
    .prepare<[], number>('SELECT at FROM journal ORDER BY id DESC LIMIT 1')
    .pluck()
  const countLike = db
    .prepare<[Omit<JournalRow, 'id' | 'changes' | 'hash'>], number>(
      `SELECT count(*) FROM journal WHERE login = @login AND at = @at AND kind = @kind
       AND text = @text AND actor IS @actor AND ip = @ip AND request_id = @request_id`,
    )
    .pluck()
  const selectAll = db.prepare<[], JournalRow>('SELECT * FROM journal ORDER BY id')
  // A filter has few shapes.
  const filtered = new Statements(db)
  return {
    head: (): JournalHead => selectHead.get() as JournalHead,
    hashOf: (id: number): string | undefined => selectHash.get(id),
    /** The time of the newest line; 0 without any. */
    newestAt: (): UnixMs => selectNewest.get() ?? 0,
    /** The number of lines of an account that say this of this moment. */
    countLike({ actor, login, kind, text, ip, requestId }: JournalEntry, at: UnixMs): number {
      return countLike.get({ at, actor, login, kind, text, ip, request_id: requestId }) as number
    },
    /** True when `actor` wrote a line that tells of more than their own signing in and out. */
    hasChangesBy: (actor: Login): boolean => selectChange.get(actor) !== undefined,
    /** Lines as JSON, newest first; of one time the later written first. Values of `hidden` fields are not. */
    page(
      filter: JournalFilter,
      offset: number,
      limit: number,
      hidden: readonly string[] = [],
    ): JsonValue[] {
      const { parts, values } = condition(filter)
      const { accounts } = filter
      if (accounts !== undefined) {
        // The plus keeps SQLite from collecting and sorting all their lines before it takes a page.
        const isTheirs = accounts.gone
          ? `+login NOT IN (${loginsInGroups('not in')})`
          : `+login IN (${loginsInGroups('in')})`
        parts.push(`(+login IS NULL OR ${isTheirs})`)
        values.push(JSON.stringify(accounts.groups))
      }
      const order = 'ORDER BY at DESC, id DESC'
      // Whole rows are read for the page only, and not for all that is passed over on the way to it.
      const ids = `SELECT id FROM journal ${where(parts)} ${order} LIMIT ? OFFSET ?`
      const select = filtered.of(`SELECT * FROM journal WHERE id IN (${ids}) ${order}`)
      return (select.all(...values, limit, offset) as JournalRow[]).map((row) =>
        journalLineText(row, hidden),
      )
    },
    /**
     * Counts by index: for `accounts` the lines of each account are counted instead of looking at
     * each line.
     */
    count(filter: JournalFilter): number {
      const { parts, values } = condition(filter)
      const counted = (more: readonly string[], ...given: unknown[]): number =>
        filtered
          .of(`SELECT count(*) FROM journal ${where([...parts, ...more])}`)
          .pluck()
          .get(...values, ...given) as number
      const { accounts } = filter
      if (accounts === undefined) return counted([])
      const groups = JSON.stringify(accounts.groups)
      if (accounts.gone) {
        return counted([]) - counted([`login IN (${loginsInGroups('not in')})`], groups)
      }
      return counted(['login IS NULL']) + counted([`login IN (${loginsInGroups('in')})`], groups)
    },
    /** Describes the first bad line of the chain; undefined when it holds. */
    brokenAt(): string | undefined {
      let before: JournalHead = { id: 0, hash: '' }
      for (const row of selectAll.iterate()) {
        if (row.id !== before.id + 1) return `line ${before.id + 1} is missing`
        if (row.hash !== lineHash(before.hash, row)) return `line ${row.id} was changed`
        before = { id: row.id, hash: row.hash }
      }
      const head = selectHead.get()
      if (head === undefined) return 'the head is missing'
      if (head.id > before.id) return `lines ${before.id + 1} to ${head.id} were cut off`
      if (head.id < before.id) return `line ${head.id + 1} was added outside the journal`
      return head.hash === before.hash ? undefined : `the head does not fit line ${head.id}`
    },
  }
})

/** The condition of all parts of the filter but `accounts`. */
function condition(filter: JournalFilter): { parts: string[]; values: unknown[] } {
  const parts: string[] = []
  const values: unknown[] = []
  const take = (sql: string, value: unknown): void => {
    parts.push(sql)
    values.push(value)
  }
  const { from, to, login, actor, kinds, text } = filter
  if (from !== undefined) take('at >= ?', from)
  if (to !== undefined) take('at <= ?', to)
  if (login !== undefined) take('login = ?', login)
  if (actor !== undefined) take('actor IS ?', actor)
  if (kinds?.length === 1) take('kind = ?', kinds[0])
  else if (kinds !== undefined) {
    take('kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds))
  }
  if (text !== undefined) {
    const { sql, value } = holdsInAnyCase('text', text)
    take(sql, value)
  }
  return { parts, values }
}

function where(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
}

/** The hash of a line after the one with the hash `before` (J2). */
export function lineHash(before: string, row: Omit<JournalRow, 'hash'>): string {
  const { id, at, actor, login, kind, text, changes, ip, request_id } = row
  const canonical = JSON.stringify([id, at, actor, login, kind, text, changes, ip, request_id])
  return createHash('sha256').update(before).update('\n').update(canonical).digest('base64url')
}
