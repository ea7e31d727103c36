import type { Login } from '../../../engine/units.js'
import type { StoredNotification } from '../../../wire/stored/stored-notification.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for notifications. They run synchronously, in the caller's transaction. */
export const notificationsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** Newest first. */
    newest: (login: Login, count: number) =>
      sql.all<StoredNotification>`SELECT id, login, sender, company, message, created_at FROM notifications
        WHERE login = ${login} ORDER BY id DESC LIMIT ${count}`,
    /** Adds a notification. The account keeps only its newest `keptMax`. */
    add(sent: Omit<StoredNotification, 'id'>, keptMax: number): StoredNotification {
      const id = Number(sql.insert('notifications', { ...sent }))
      sql.run`DELETE FROM notifications WHERE login = ${sent.login} AND id <=
        (SELECT id FROM notifications WHERE login = ${sent.login} ORDER BY id DESC LIMIT 1 OFFSET ${keptMax})`
      return { id, ...sent }
    },
  }
})
