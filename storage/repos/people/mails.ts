import type { Login, UnixMs } from '../../../engine/units.js'
import type {
  DraftTerms,
  MailDraft,
  MailFile,
  MailFolder,
  StoredMail,
} from '../../../wire/stored/stored-mail.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

export interface NewMessage {
  readonly uuid: string
  readonly sender: Login
  readonly senderName: string
  readonly recipients: string
  readonly subject: string
  readonly body: string
  readonly draft: MailDraft | null
  readonly at: UnixMs
}

export interface NewCopy {
  readonly owner: Login
  readonly folder: MailFolder
  readonly message: number
  readonly thread: number
  readonly isRead: boolean
  /** The subject and body filled in for this holder; undefined if the message's own texts apply. */
  readonly subject?: string
  readonly body?: string
  readonly at: UnixMs
}

/** A mail to groups that is not delivered to all of them yet. */
export interface Delivery {
  readonly message: number
  readonly thread: number
  readonly sender: Login
  /** The id of the copy in the sender's mailbox. */
  readonly sentCopy: number
  /** The groups that still have to receive the mail. Delivery to the first one is in progress. */
  readonly groups: readonly string[]
  /** The login of the last recipient in the first group. */
  readonly after: Login
  /** The mail server for additional e-mails, 0 for the default one; null if no e-mails are sent. */
  readonly server: number | null
  /** The number of accounts that have received it. */
  readonly done: number
  readonly total: number
}

/** How far a sent message is. */
export interface DeliveryState {
  /** How many recipients have it in their mailboxes, and how many of them have read it. */
  readonly held: number
  readonly read: number
  /** How many accounts it is for, while it is being delivered to groups; else null. */
  readonly expected: number | null
}

export interface MailThread {
  readonly mail: StoredMail
  /** The number of the thread's messages in the folder. */
  readonly count: number
  readonly isRead: boolean
}

type SentMessageRow = Pick<StoredMail, 'message_id' | 'from' | 'subject'>
type Row = Omit<StoredMail, 'read' | 'draft'> & {
  readonly read: number
  readonly draft: string | null
}
type ThreadRow = Row & { readonly thread_count: number; readonly all_read: number }
type DeliveryRow = Omit<Delivery, 'groups'> & { readonly groups: string }

/** Each recipient sees only their own login, so that recipients do not see each other. */
const MAIL = sqlPart`c.id, c.owner, c.folder, c.thread_id, m.id AS message, m.uuid AS message_id, m.sender AS "from",
  m.sender_name AS from_name, iif(c.folder = 'inbox', c.owner, m.recipients) || '' AS recipients,
  coalesce(c.subject, m.subject) AS subject, coalesce(c.body, m.body) AS body, c.is_read AS read, c.at AS created_at,
  m.draft`
const COPIES = sqlPart`mail_copies c JOIN mail_messages m ON m.id = c.message_id`

/** All SQL statements for mail. They run synchronously, in the caller's transaction. */
export const mailsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const addCopies = (message: number, more: number): number =>
    sql.run`UPDATE mail_messages SET copies = copies + ${more} WHERE id = ${message}`
  return {
    get(owner: Login, id: number): StoredMail | undefined {
      const row = sql.get<Row>`SELECT ${MAIL} FROM ${COPIES} WHERE c.id = ${id} AND c.owner = ${owner}`
      return row && fromRow(row)
    },
    /** The newest message of each thread, newest thread first. */
    threads(owner: Login, folder: MailFolder, page: number, limit: number): MailThread[] {
      const rows = sql.all<ThreadRow>`WITH threads AS (
          SELECT max(id) AS newest, count(*) AS thread_count, min(is_read) AS all_read FROM mail_copies
          WHERE owner = ${owner} AND folder = ${folder} GROUP BY thread_id ORDER BY newest DESC
          LIMIT ${limit} OFFSET ${(page - 1) * limit})
        SELECT ${MAIL}, t.thread_count, t.all_read FROM threads t
          JOIN mail_copies c ON c.id = t.newest JOIN mail_messages m ON m.id = c.message_id ORDER BY c.id DESC`
      return rows.map(({ thread_count: count, all_read, ...row }) => {
        return { mail: fromRow(row), count, isRead: all_read === 1 }
      })
    },
    threadCount: (owner: Login, folder: MailFolder) =>
      sql.value<number>`SELECT count(DISTINCT thread_id) FROM mail_copies
        WHERE owner = ${owner} AND folder = ${folder}` ?? 0,
    drafts: (owner: Login, page: number, limit: number): StoredMail[] =>
      sql.all<Row>`SELECT ${MAIL} FROM ${COPIES} WHERE c.owner = ${owner} AND c.folder = 'draft'
        ORDER BY c.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.map(fromRow),
    count: (owner: Login, folder: MailFolder) =>
      sql.value<number>`SELECT count(*) FROM mail_copies WHERE owner = ${owner} AND folder = ${folder}` ??
      0,
    held: (owner: Login) =>
      sql.value<number>`SELECT count(*) FROM mail_copies WHERE owner = ${owner}` ?? 0,
    /** The number of unread mails, and the time of the oldest. */
    unread: (owner: Login) =>
      sql.get<{ readonly count: number; readonly since: UnixMs | null }>`
        SELECT count(*) AS count, min(at) AS since FROM mail_copies
        WHERE owner = ${owner} AND is_read = 0` ?? { count: 0, since: null },
    /** Yields the messages of a thread, newest first. Each is read on demand. */
    *thread(owner: Login, thread: number): Generator<StoredMail> {
      const rows = sql.iterate<Row>`SELECT ${MAIL} FROM ${COPIES} WHERE c.owner = ${owner}
        AND c.folder IN ('inbox', 'sent') AND c.thread_id = ${thread} ORDER BY c.id DESC`
      for (const row of rows) yield fromRow(row)
    },
    files: (message: number) =>
      sql.all<MailFile>`SELECT id, file_id, name, media, bytes FROM mail_files
        WHERE message_id = ${message} ORDER BY id`,
    sentMessage: (message: number) =>
      sql.get<SentMessageRow>`SELECT uuid AS message_id, sender AS "from", subject FROM mail_messages
        WHERE id = ${message}`,
    textOf: (message: number) =>
      sql.get<Pick<StoredMail, 'subject' | 'body'>>`SELECT subject, body FROM mail_messages
        WHERE id = ${message}`,
    oldDrafts: (until: UnixMs, most: number) =>
      sql.all<Pick<StoredMail, 'id' | 'owner'>>`SELECT id, owner FROM mail_copies
        WHERE folder = 'draft' AND at <= ${until} ORDER BY at LIMIT ${most}`,

    addMessage: ({ senderName: sender_name, draft, at: created_at, ...rest }: NewMessage): number =>
      Number(
        sql.insert('mail_messages', {
          ...rest,
          sender_name,
          draft: json(draft),
          copies: 0,
          created_at,
        }),
      ),
    changeDraft: (message: number, subject: string, body: string, draft: MailDraft) =>
      sql.run`UPDATE mail_messages SET subject = ${subject}, body = ${body}, draft = ${json(draft)}
        WHERE id = ${message}`,
    /** Adds a copy; undefined if the folder contains the message already. */
    addCopy: ({ message: message_id, thread: thread_id, isRead: is_read, ...rest }: NewCopy) =>
      sql.insert('mail_copies', { ...rest, message_id, thread_id, is_read }, 'OR IGNORE'),
    touch: (copy: number, thread: number, at: UnixMs) =>
      sql.run`UPDATE mail_copies SET at = ${at}, thread_id = ${thread} WHERE id = ${copy}`,
    addCopies,
    markRead: (copy: number) => sql.run`UPDATE mail_copies SET is_read = 1 WHERE id = ${copy}`,
    markThread: (owner: Login, thread: number) =>
      sql.run`UPDATE mail_copies SET is_read = 1
        WHERE owner = ${owner} AND thread_id = ${thread} AND folder <> 'draft' AND is_read = 0`,
    removeCopy: (copy: number) => sql.run`DELETE FROM mail_copies WHERE id = ${copy}`,
    /**
     * Removes one copy's reference to a message. Returns true if it was the last one, so that the
     * message was deleted.
     */
    release(message: number): boolean {
      addCopies(message, -1)
      const left = sql.value<number>`SELECT copies FROM mail_messages WHERE id = ${message}` ?? 0
      if (left > 0) return false
      sql.run`DELETE FROM mail_messages WHERE id = ${message}`
      sql.run`DELETE FROM mail_files WHERE message_id = ${message}`
      return true
    },
    addFile: (message_id: number, file: Omit<MailFile, 'id'>): number =>
      Number(sql.insert('mail_files', { message_id, ...file })),
    removeFile: (id: number) => sql.run`DELETE FROM mail_files WHERE id = ${id}`,
    moveFiles: (from: number, to: number) =>
      sql.run`UPDATE mail_files SET message_id = ${to} WHERE message_id = ${from}`,

    putDelivery({ message: message_id, thread: thread_id, sentCopy, groups, ...rest }: Delivery) {
      const row = { message_id, thread_id, sent_copy: sentCopy, groups: json(groups), ...rest }
      sql.insert('mail_deliveries', row, 'OR REPLACE')
    },
    nextDelivery(): Delivery | undefined {
      const row = sql.get<DeliveryRow>`SELECT message_id AS message, thread_id AS thread, sender,
        sent_copy AS sentCopy, groups, after, server, done, total FROM mail_deliveries ORDER BY message_id LIMIT 1`
      return row && { ...row, groups: JSON.parse(row.groups) as string[] }
    },
    /** The mailboxes of recipients that have a message, and the length of a running delivery. */
    deliveryOf(message: number): DeliveryState {
      const counts = sql.get<Omit<DeliveryState, 'expected'>>`
        SELECT count(*) AS held, coalesce(sum(is_read), 0) AS read FROM mail_copies
        WHERE message_id = ${message} AND folder = 'inbox'` ?? { held: 0, read: 0 }
      const expected =
        sql.value<number>`SELECT total FROM mail_deliveries WHERE message_id = ${message}` ?? null
      return { ...counts, expected }
    },
    endDelivery: (message: number) =>
      sql.run`DELETE FROM mail_deliveries WHERE message_id = ${message}`,
  }
})

/** The version of drafts from before versions existed. */
const FIRST_VERSION = { version: 1 }

function fromRow({ read, draft, ...row }: Row): StoredMail {
  return {
    ...row,
    read: read === 1,
    draft: draft === null ? null : { ...FIRST_VERSION, ...(JSON.parse(draft) as DraftTerms) },
  }
}
