import { createHash } from 'node:crypto'
import type { Login, UnixMs } from '../../engine/units.js'
import type { FieldChange, JournalLine } from '../../wire/journal-line.js'
import type { Sqlite } from '../sqlite/open.js'

/**
 * The only SQL that names the journal tables.
 *
 *   J1. Lines are only added. Ids rise by one from 1.
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

type Row = Omit<JournalLine, 'changes'> & { readonly changes: string }
type Head = { id: number; hash: string }

export function journalRepo(db: Sqlite) {
  const selectHead = db.prepare<[], Head>('SELECT id, hash FROM journal_head')
  const updateHead = db.prepare<[number, string]>('UPDATE journal_head SET id = ?, hash = ?')
  const insertOne = db.prepare<[Row]>(
    `INSERT INTO journal (id, at, actor, login, kind, text, changes, ip, request_id, hash)
     VALUES (@id, @at, @actor, @login, @kind, @text, @changes, @ip, @request_id, @hash)`,
  )
  const selectChange = db.prepare<[number], number>(
    `SELECT 1 FROM journal WHERE actor = ? AND (kind <> 'auth' OR login IS NOT actor) LIMIT 1`,
  )
  const selectAll = db.prepare<[], Row>('SELECT * FROM journal ORDER BY id')
  return {
    append(entry: JournalEntry, at: UnixMs): JournalLine {
      const head = selectHead.get() as Head
      const row = {
        id: head.id + 1,
        at,
        actor: entry.actor,
        login: entry.login,
        kind: entry.kind,
        text: entry.text,
        changes: JSON.stringify(entry.changes),
        ip: entry.ip,
        request_id: entry.requestId,
      }
      const hash = lineHash(head.hash, row)
      insertOne.run({ ...row, hash })
      updateHead.run(row.id, hash)
      return { ...row, hash, changes: entry.changes }
    },
    /** Did `actor` write a line that tells of more than their own signing in and out? */
    hasChangesBy: (actor: Login): boolean => selectChange.get(actor) !== undefined,
    /** What is wrong with the chain, naming the first bad line; undefined when it holds. */
    brokenAt(): string | undefined {
      let before: Head = { id: 0, hash: '' }
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
}

function lineHash(before: string, row: Omit<Row, 'hash'>): string {
  const { id, at, actor, login, kind, text, changes, ip, request_id } = row
  const canonical = JSON.stringify([id, at, actor, login, kind, text, changes, ip, request_id])
  return createHash('sha256').update(before).update('\n').update(canonical).digest('base64url')
}
