import type { StoredNotification } from '../../../wire/stored/stored-notification.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** What changes the table of notifications. */
export const notificationWrites = perDatabase((db: Sqlite) => {
  const insertOne = db
    .prepare<unknown[], number>(
      `INSERT INTO notifications (login, sender, company, message, created_at)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
    )
    .pluck()
  const deleteOld = db.prepare<[number, number, number]>(
    `DELETE FROM notifications WHERE login = ? AND id <=
       (SELECT id FROM notifications WHERE login = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  )
  return {
    /** Of an account so many are kept. */
    add(sent: Omit<StoredNotification, 'id'>, keptMax: number): StoredNotification {
      const { login, sender, company, message, created_at } = sent
      const id = Number(insertOne.get(login, sender, company, message, created_at))
      deleteOld.run(login, login, keptMax)
      return { id, ...sent }
    },
  }
})
