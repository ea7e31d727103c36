import type { Login } from '../../../engine/units.js'
import type { StoredNotification } from '../../../wire/stored/stored-notification.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that reads notifications. Synchronous; the caller owns the transaction. */
const COLUMNS = 'id, login, sender, company, message, created_at'

export const notificationsRepo = perDatabase((db: Sqlite) => {
  const selectNewest = db.prepare<[number, number], StoredNotification>(
    `SELECT ${COLUMNS} FROM notifications WHERE login = ? ORDER BY id DESC LIMIT ?`,
  )
  return {
    /** Newest first. */
    newest: (login: Login, count: number): StoredNotification[] => selectNewest.all(login, count),
  }
})
