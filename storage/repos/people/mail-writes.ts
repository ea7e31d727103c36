import type { Login, UnixMs } from '../../../engine/units.js'
import type { MailDraft, MailFile, MailFolder } from '../../../wire/stored/stored-mail.js'
import type { Sqlite } from '../../sqlite/open.js'
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
  /** Where they were filled for the holder. */
  readonly subject?: string
  readonly body?: string
  readonly at: UnixMs
}

/** A mail to groups that has not reached all of them yet. */
export interface Delivery {
  readonly message: number
  readonly thread: number
  readonly sender: Login
  /** The copy that its sender has. */
  readonly sentCopy: number
  /** Those that are not through yet, the first of which is on. */
  readonly groups: readonly string[]
  /** The login of the last recipient in the first group. */
  readonly after: Login
  /** The mail server of e-mails beside it, 0 the default one; null is none. */
  readonly server: number | null
  /** Accounts that have it, of so many. */
  readonly done: number
  readonly total: number
}

type DeliveryRow = Omit<Delivery, 'groups'> & { readonly groups: string }

/** What changes the tables of mails. */
export const mailWrites = perDatabase((db: Sqlite) => {
  const insertMessage = db
    .prepare<unknown[], number>(
      `INSERT INTO mail_messages (uuid, sender, sender_name, recipients, subject, body, draft, copies, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?) RETURNING id`,
    )
    .pluck()
  const updateMessage = db.prepare<unknown[]>(
    'UPDATE mail_messages SET subject = ?, body = ?, draft = ? WHERE id = ?',
  )
  const insertCopy = db
    .prepare<unknown[], number>(
      `INSERT INTO mail_copies (owner, folder, message_id, thread_id, is_read, subject, body, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
    )
    .pluck()
  const updateCopy = db.prepare<[number, number, number]>(
    'UPDATE mail_copies SET at = ?, thread_id = ? WHERE id = ?',
  )
  const countCopies = db.prepare<[number, number]>(
    'UPDATE mail_messages SET copies = copies + ? WHERE id = ?',
  )
  const markOne = db.prepare<[number]>('UPDATE mail_copies SET is_read = 1 WHERE id = ?')
  const markThread = db.prepare<[number, number]>(
    "UPDATE mail_copies SET is_read = 1 WHERE owner = ? AND thread_id = ? AND folder <> 'draft' AND is_read = 0",
  )
  const deleteCopy = db.prepare<[number]>('DELETE FROM mail_copies WHERE id = ?')
  const selectText = db.prepare<[number], { subject: string; body: string }>(
    'SELECT subject, body FROM mail_messages WHERE id = ?',
  )
  const copiesOf = db
    .prepare<[number], number>('SELECT copies FROM mail_messages WHERE id = ?')
    .pluck()
  const deleteMessage = db.prepare<[number]>('DELETE FROM mail_messages WHERE id = ?')
  const deleteFiles = db.prepare<[number]>('DELETE FROM mail_files WHERE message_id = ?')
  const insertFile = db
    .prepare<unknown[], number>(
      `INSERT INTO mail_files (message_id, file_id, name, media, bytes) VALUES (?, ?, ?, ?, ?) RETURNING id`,
    )
    .pluck()
  const deleteFile = db.prepare<[number]>('DELETE FROM mail_files WHERE id = ?')
  const moveFiles = db.prepare<[number, number]>(
    'UPDATE mail_files SET message_id = ? WHERE message_id = ?',
  )
  const oldDrafts = db.prepare<[number, number], { id: number; owner: number }>(
    "SELECT id, owner FROM mail_copies WHERE folder = 'draft' AND at <= ? ORDER BY at LIMIT ?",
  )
  const putDelivery = db.prepare<DeliveryRow>(
    `INSERT OR REPLACE INTO mail_deliveries
       (message_id, thread_id, sender, sent_copy, groups, after, server, done, total)
     VALUES (@message, @thread, @sender, @sentCopy, @groups, @after, @server, @done, @total)`,
  )
  const selectDelivery = db.prepare<[], DeliveryRow>(
    `SELECT message_id AS message, thread_id AS thread, sender, sent_copy AS sentCopy, groups, after, server, done, total
     FROM mail_deliveries ORDER BY message_id LIMIT 1`,
  )
  const deleteDelivery = db.prepare<[number]>('DELETE FROM mail_deliveries WHERE message_id = ?')
  return {
    addMessage({
      uuid,
      sender,
      senderName,
      recipients,
      subject,
      body,
      draft,
      at,
    }: NewMessage): number {
      const kept = draft === null ? null : JSON.stringify(draft)
      return Number(
        insertMessage.get(uuid, sender, senderName, recipients, subject, body, kept, at),
      )
    },
    changeDraft(message: number, subject: string, body: string, draft: MailDraft): void {
      updateMessage.run(subject, body, JSON.stringify(draft), message)
    },
    /** Undefined where the folder has the message already. */
    addCopy({
      owner,
      folder,
      message,
      thread,
      isRead,
      subject,
      body,
      at,
    }: NewCopy): number | undefined {
      const filled = [subject ?? null, body ?? null]
      return insertCopy.get(owner, folder, message, thread, isRead ? 1 : 0, ...filled, at)
    },
    textOf: (message: number) => selectText.get(message),
    touch(copy: number, thread: number, at: UnixMs): void {
      updateCopy.run(at, thread, copy)
    },
    count(message: number, more: number): void {
      countCopies.run(more, message)
    },
    markRead(copy: number): void {
      markOne.run(copy)
    },
    markThread(owner: Login, thread: number): void {
      markThread.run(owner, thread)
    },
    removeCopy(copy: number): void {
      deleteCopy.run(copy)
    },
    /** One less: true when it was the last one, and the message has gone. */
    release(message: number): boolean {
      countCopies.run(-1, message)
      if ((copiesOf.get(message) ?? 0) > 0) return false
      deleteMessage.run(message)
      deleteFiles.run(message)
      return true
    },
    addFile: (message: number, { file_id, name, media, bytes }: Omit<MailFile, 'id'>): number =>
      Number(insertFile.get(message, file_id, name, media, bytes)),
    removeFile(id: number): void {
      deleteFile.run(id)
    },
    moveFiles(from: number, to: number): void {
      moveFiles.run(to, from)
    },
    oldDrafts: (until: UnixMs, most: number) => oldDrafts.all(until, most),
    putDelivery(delivery: Delivery): void {
      putDelivery.run({ ...delivery, groups: JSON.stringify(delivery.groups) })
    },
    nextDelivery(): Delivery | undefined {
      const row = selectDelivery.get()
      return row && { ...row, groups: JSON.parse(row.groups) as string[] }
    },
    endDelivery(message: number): void {
      deleteDelivery.run(message)
    },
  }
})
