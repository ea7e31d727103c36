import type { Login } from '../../../engine/units.js'
import type {
  DraftTerms,
  MailFile,
  MailFolder,
  StoredMail,
} from '../../../wire/stored/stored-mail.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that reads mails. Synchronous; the caller owns the transaction. */
type Row = Omit<StoredMail, 'read' | 'draft'> & {
  readonly read: number
  readonly draft: string | null
}

/** A recipient reads nothing of the others. */
const COLUMNS = `c.id, c.owner, c.folder, c.thread_id, m.id AS message, m.uuid AS message_id, m.sender AS "from",
  m.sender_name AS from_name, iif(c.folder = 'inbox', c.owner, m.recipients) || '' AS recipients,
  coalesce(c.subject, m.subject) AS subject, coalesce(c.body, m.body) AS body, c.is_read AS read, c.at AS created_at,
  m.draft`
const FROM = 'mail_copies c JOIN mail_messages m ON m.id = c.message_id'

export interface MailThread {
  readonly mail: StoredMail
  /** Messages of the folder in it. */
  readonly count: number
  readonly isRead: boolean
}

export const mailsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE c.id = ? AND c.owner = ?`,
  )
  const selectThreads = db.prepare<
    [number, string, number, number],
    Row & { readonly thread_count: number; readonly all_read: number }
  >(
    `WITH threads AS (
       SELECT max(id) AS newest, count(*) AS thread_count, min(is_read) AS all_read FROM mail_copies
       WHERE owner = ? AND folder = ? GROUP BY thread_id ORDER BY newest DESC LIMIT ? OFFSET ?)
     SELECT ${COLUMNS}, t.thread_count, t.all_read FROM threads t
       JOIN mail_copies c ON c.id = t.newest JOIN mail_messages m ON m.id = c.message_id ORDER BY c.id DESC`,
  )
  const countThreads = db
    .prepare<[number, string], number>(
      'SELECT count(DISTINCT thread_id) FROM mail_copies WHERE owner = ? AND folder = ?',
    )
    .pluck()
  const selectDrafts = db.prepare<[number, number, number], Row>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE c.owner = ? AND c.folder = 'draft' ORDER BY c.id DESC LIMIT ? OFFSET ?`,
  )
  const countOf = db
    .prepare<[number, string], number>(
      'SELECT count(*) FROM mail_copies WHERE owner = ? AND folder = ?',
    )
    .pluck()
  const countAll = db
    .prepare<[number], number>('SELECT count(*) FROM mail_copies WHERE owner = ?')
    .pluck()
  const countUnread = db
    .prepare<[number], number>('SELECT count(*) FROM mail_copies WHERE owner = ? AND is_read = 0')
    .pluck()
  const selectThread = db.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE c.owner = ? AND c.folder IN ('inbox', 'sent') AND c.thread_id = ? ORDER BY c.id DESC`,
  )
  const selectFiles = db.prepare<[number], MailFile>(
    'SELECT id, file_id, name, media, bytes FROM mail_files WHERE message_id = ? ORDER BY id',
  )
  return {
    get(owner: Login, id: number): StoredMail | undefined {
      const row = selectOne.get(id, owner)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The newest of each thread, the newest thread first. */
    threads(owner: Login, folder: MailFolder, page: number, limit: number): MailThread[] {
      const rows = selectThreads.all(owner, folder, limit, (page - 1) * limit)
      return rows.map(({ thread_count: count, all_read, ...row }) => {
        return { mail: fromRow(row), count, isRead: all_read === 1 }
      })
    },
    threadCount: (owner: Login, folder: MailFolder): number => countThreads.get(owner, folder) ?? 0,
    drafts: (owner: Login, page: number, limit: number): StoredMail[] =>
      selectDrafts.all(owner, limit, (page - 1) * limit).map(fromRow),
    count: (owner: Login, folder: MailFolder): number => countOf.get(owner, folder) ?? 0,
    held: (owner: Login): number => countAll.get(owner) ?? 0,
    unread: (owner: Login): number => countUnread.get(owner) ?? 0,
    /** Newest first, as far as somebody reads. */
    *thread(owner: Login, thread: number): Generator<StoredMail> {
      for (const row of selectThread.iterate(owner, thread)) yield fromRow(row)
    },
    files: (message: number): MailFile[] => selectFiles.all(message),
  }
})

/** Of a draft from before versions were counted. */
const FIRST_VERSION = { version: 1 }

function fromRow({ read, draft, ...row }: Row): StoredMail {
  return {
    ...row,
    read: read === 1,
    draft: draft === null ? null : { ...FIRST_VERSION, ...(JSON.parse(draft) as DraftTerms) },
  }
}
