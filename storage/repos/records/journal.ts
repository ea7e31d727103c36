import { createHash } from 'node:crypto'
import { type LineReach, reachesMasks } from '../../../engine/access/line-reach.js'
import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { JsonValue } from '../../../wire/format/json-parts.js'
import {
  type About,
  aboutText,
  type FieldChange,
  type JournalHead,
  type JournalLine,
  journalLineText,
} from '../../../wire/stored/journal-line.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { loginsInGroups } from '../accounts/accounts.js'
import { projectionRepo } from '../trades/projection.js'

/**
 * All SQL statements that read the journal tables.
 *
 *   - Lines are only added, which triggers of the table hold everybody to. Ids rise by one from 1.
 *   J2. A line's hash is SHA-256 over the hash before it and its canonical text; the head row holds
 *       the newest id and hash. So an edited, deleted, reordered or cut line is found.
 *   - A line is written in the transaction of the change it tells of.
 *   - Masks of groups, what a line is about, and the API key that it came by are in the hash of the
 *     lines that have them. A line has no account and masks both.
 *   J5. Each line has its place in the order of trades (storage/migrations/event-stream.ts), which never falls.
 */
export interface JournalEntry {
  /** The login of the person who acted; null for the system. */
  readonly actor: Login | null
  readonly login: Login | null
  /** The masks of the affected groups, for a line about no account. */
  readonly masks?: readonly string[]
  /**
   * The record that the line is about. Undefined if kind and login determine it. Without an id, the
   * line itself is meant.
   */
  readonly about?: Omit<About, 'id'> & { readonly id?: number }
  readonly kind: string
  readonly text: string
  /** Never secrets. */
  readonly changes: readonly FieldChange[]
  readonly ip: string
  readonly requestId: string
  /** The name of the API key that the actor used; undefined if there was none. */
  readonly via?: string | undefined
}

/** The conditions of a query. An undefined one does not restrict it. */
export interface JournalFilter {
  /** The first and last time, both inclusive. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly login?: Login
  /** The login of the actor; null for the system. */
  readonly actor?: Login | null
  readonly kinds?: readonly string[]
  /** A part, in any case. */
  readonly text?: string
  readonly about?: About
  /**
   * Restricts lines about accounts to groups in reach, and lines about groups to masks within
   * reach. Lines about neither are included.
   */
  readonly reach?: LineReach
}

export type JournalRow = Omit<JournalLine, 'changes' | 'masks' | 'about'> & {
  readonly changes: string
  /** The masks of the line as JSON; null if it has none. */
  readonly masks: string | null
  readonly about: string | null
}

/** A line with its place in the order of trades (J5). */
export type PlacedRow = JournalRow & { readonly place: number }

type AnyRow = JournalRow & { readonly place: number | null }

export const journalRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const countLike = db
    .prepare<[Omit<JournalRow, 'id' | 'changes' | 'hash' | 'masks' | 'about' | 'via'>], number>(
      `SELECT count(*) FROM journal WHERE login = @login AND at = @at AND kind = @kind
       AND text = @text AND actor IS @actor AND ip = @ip AND request_id = @request_id`,
    )
    .pluck()
  /**
   * The masks outside the reach, as a JSON list. Each costs one index lookup, whatever the number
   * of its lines.
   */
  const masksBeyond = (reach: LineReach): string =>
    JSON.stringify(
      sql.values<string>`WITH RECURSIVE found (masks) AS (
          SELECT min(masks) FROM journal WHERE masks IS NOT NULL
          UNION ALL
          SELECT (SELECT min(masks) FROM journal WHERE masks > found.masks)
          FROM found WHERE found.masks IS NOT NULL)
        SELECT masks FROM found WHERE masks IS NOT NULL`.filter(
        (masks) => !reachesMasks(reach, masksOf(masks) ?? []),
      ),
    )
  const projection = projectionRepo(db)
  const placeOf = (id: number): number =>
    sql.value<number>`SELECT place FROM journal WHERE id = ${id}` ?? -1
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  const head = () => sql.get<JournalHead>`SELECT id, hash FROM journal_head` as JournalHead
  return {
    head,
    hashOf: (id: number) => sql.value<string>`SELECT hash FROM journal WHERE id = ${id}`,
    /** The time of the newest line; 0 if the journal is empty. */
    newestAt: (): UnixMs => sql.value<number>`SELECT at FROM journal ORDER BY id DESC LIMIT 1` ?? 0,
    /** The number of equal lines of an account at one moment. */
    countLike({ actor, login, kind, text, ip, requestId }: JournalEntry, at: UnixMs): number {
      return countLike.get({ at, actor, login, kind, text, ip, request_id: requestId }) as number
    },
    /** True if `actor` wrote a line about anything other than their own sign-ins and sign-outs. */
    hasChangesBy: (actor: Login): boolean =>
      sql.get<number>`SELECT 1 FROM journal
        WHERE actor = ${actor} AND (kind <> 'auth' OR login IS NOT actor) LIMIT 1` !== undefined,
    /**
     * Journal lines as JSON, newest first; of lines with the same time, the one written last comes
     * first. Values of `hidden` fields are left out.
     */
    page(
      filter: JournalFilter,
      offset: number,
      limit: number,
      hidden: readonly string[] = [],
    ): JsonValue[] {
      const { parts, values } = condition(filter)
      const { reach } = filter
      if (reach !== undefined) {
        // The plus keeps SQLite from sorting all their lines before it returns a page.
        const isTheirs = reach.gone
          ? `+login NOT IN (${loginsInGroups('not in')})`
          : `+login IN (${loginsInGroups('in')})`
        const isOfGroups = `+masks NOT IN (${LISTED})`
        parts.push(`(${isTheirs} OR +login IS NULL AND (+masks IS NULL OR ${isOfGroups}))`)
        values.push(JSON.stringify(reach.groups), masksBeyond(reach))
      }
      const order = 'ORDER BY at DESC, id DESC'
      // Reads ids first, so that whole rows are read only for the page and not for skipped lines.
      const ids = `SELECT id FROM journal ${where(parts)} ${order} LIMIT ? OFFSET ?`
      const select = filtered.of(`SELECT * FROM journal WHERE id IN (${ids}) ${order}`)
      return (select.all(...values, limit, offset) as JournalRow[]).map((row) =>
        journalLineText(row, hidden),
      )
    },
    /**
     * Counts by index. For `reach` it counts lines per account and per mask instead of checking
     * each line.
     */
    count(filter: JournalFilter): number {
      const { parts, values } = condition(filter)
      const counted = (more: readonly string[], ...given: unknown[]): number =>
        filtered
          .of(`SELECT count(*) FROM journal ${where([...parts, ...more])}`)
          .pluck()
          .get(...values, ...given) as number
      const { reach } = filter
      if (reach === undefined) return counted([])
      const groups = JSON.stringify(reach.groups)
      const beyond = counted([`masks IS NOT NULL AND masks IN (${LISTED})`], masksBeyond(reach))
      if (reach.gone) {
        return counted([]) - counted([`login IN (${loginsInGroups('not in')})`], groups) - beyond
      }
      const theirs = counted([`login IN (${loginsInGroups('in')})`], groups)
      return counted(['login IS NULL']) + theirs - beyond
    },
    /** Describes the first invalid line of the hash chain; undefined if the chain is valid. */
    brokenAt(): string | undefined {
      let before: JournalHead = { id: 0, hash: '' }
      for (const row of sql.iterate<JournalRow>`SELECT * FROM journal ORDER BY id`) {
        if (row.id !== before.id + 1) return `line ${before.id + 1} is missing`
        if (row.hash !== lineHash(before.hash, row)) return `line ${row.id} was changed`
        before = { id: row.id, hash: row.hash }
      }
      const head = sql.get<JournalHead>`SELECT id, hash FROM journal_head`
      if (head === undefined) return 'the head is missing'
      if (head.id > before.id) return `lines ${before.id + 1} to ${head.id} were cut off`
      if (head.id < before.id) return `line ${head.id + 1} was added outside the journal`
      return head.hash === before.hash ? undefined : `the head does not fit line ${head.id}`
    },
    /**
     * True if the anchored line exists, and the hash chain holds over that many lines before it.
     */
    holdsTo({ id, hash }: JournalHead, lines: number): boolean {
      let before: JournalHead | undefined
      const from = Math.max(0, id - lines)
      if (from === 0) before = { id: 0, hash: '' }
      for (const row of sql.iterate<JournalRow>`SELECT * FROM journal
          WHERE id >= ${from} AND id <= ${id} ORDER BY id`) {
        if (before !== undefined) {
          if (row.id !== before.id + 1 || row.hash !== lineHash(before.hash, row)) return false
        }
        before = { id: row.id, hash: row.hash }
      }
      return before?.id === id && before.hash === hash
    },
    /** The lines after an id, in order. */
    linesAfter: (id: number, most: number): AnyRow[] =>
      sql.all<AnyRow>`SELECT * FROM journal WHERE id > ${id} ORDER BY id LIMIT ${most}`,
    /** The newest line with a place before `place` or without a place; 0 if there is none. */
    newestBefore(place: number): number {
      let [low, high] = [0, head().id]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (placeOf(middle) < place) low = middle
        else high = middle - 1
      }
      return low
    },
    /**
     * `place` is the place of the record that the line describes. Lines of the desk have the place
     * of the newest record in the tables.
     */
    append(entry: JournalEntry, at: UnixMs, place = projection.seq()): JournalLine {
      const before = head()
      const masks = entry.masks ?? null
      assert(masks === null || entry.login === null, 'a line is about an account or about groups')
      const id = before.id + 1
      const about = aboutEntry(entry, id)
      const row = {
        id,
        at,
        actor: entry.actor,
        login: entry.login,
        kind: entry.kind,
        text: entry.text,
        changes: JSON.stringify(entry.changes),
        ip: entry.ip,
        request_id: entry.requestId,
        masks: masks === null ? null : JSON.stringify(masks),
        about: about === null ? null : aboutText(about),
        via: entry.via ?? null,
      }
      const hash = lineHash(before.hash, row)
      sql.insert('journal', { ...row, hash, place })
      sql.run`UPDATE journal_head SET id = ${row.id}, hash = ${hash}`
      return { ...row, hash, changes: entry.changes, masks, about }
    },
  }
})

/**
 * The record that a line is about. For lines about an account's or staff user's data, the kind
 * determines it.
 */
function aboutEntry({ about, kind, login }: JournalEntry, own: number): About | null {
  if (about !== undefined) return { kind: about.kind, id: about.id ?? own }
  if (login === null) return null
  if (kind === 'staff') return { kind, id: login }
  return kind.startsWith('account.') ? { kind: 'accounts', id: login } : null
}

/** The rows of a JSON list that is passed as a parameter. */
const LISTED = 'SELECT value FROM json_each(?)'

/** The masks of a line, from their JSON. */
export function masksOf(text: string | null): readonly string[] | null {
  return text === null ? null : (JSON.parse(text) as readonly string[])
}

/** The condition of all parts of the filter except `reach`. */
function condition(filter: JournalFilter): { parts: string[]; values: unknown[] } {
  const parts: string[] = []
  const values: unknown[] = []
  const take = (sql: string, value: unknown): void => {
    parts.push(sql)
    values.push(value)
  }
  const { from, to, login, actor, kinds, text, about } = filter
  if (from !== undefined) take('at >= ?', from)
  if (to !== undefined) take('at <= ?', to)
  if (login !== undefined) take('login = ?', login)
  if (about !== undefined) take('about = ?', aboutText(about))
  if (actor !== undefined) take('actor IS ?', actor)
  if (kinds?.length === 1) take('kind = ?', kinds[0])
  else if (kinds !== undefined) {
    take(`kind IN (${LISTED})`, JSON.stringify(kinds))
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
  const { id, at, actor, login, kind, text, changes, ip, request_id, masks, about, via } = row
  const fields = [id, at, actor, login, kind, text, changes, ip, request_id]
  // The hash of an older line covers only the columns that existed then.
  const more = [masks, about, via]
  while (more.length > 0 && more.at(-1) === null) more.pop()
  const canonical = JSON.stringify([...fields, ...more])
  return createHash('sha256').update(before).update('\n').update(canonical).digest('base64url')
}
