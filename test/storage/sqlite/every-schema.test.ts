import t from 'tap'
import { assertCurrentSchema, migrate } from '../../../storage/migrations/migrate.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'

// Tables of each state that a server ever left behind are opened by this one, and end up like new ones.

const IN_MEMORY = ':memory:'
/** Numbers stood for the migrations that have one, before databases held names. */
const NUMBERED = MIGRATIONS.filter(({ number }) => number !== undefined).length

function schemaOf(db: Sqlite): Map<string, readonly unknown[]> {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
  const shape = (name: string): readonly unknown[] => {
    const columns = db.pragma(`table_info(${name})`) as readonly { readonly name: string }[]
    const beside = db.prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND type <> 'table' ORDER BY name",
    )
    return [columns.map(({ name: column }) => column).toSorted(), beside.all(name)]
  }
  return new Map(
    tables
      .pluck()
      .all()
      .toSorted()
      .map((name) => [name, shape(name)]),
  )
}

t.test('tables of each earlier version have their rows and the shape of new ones', async (t) => {
  const fresh = openWriter(IN_MEMORY)
  migrate(fresh)
  const wanted = schemaOf(fresh)
  fresh.close()
  for (let taken = 1; taken < MIGRATIONS.length; taken++) {
    for (const isNamed of taken <= NUMBERED ? [true, false] : [true]) {
      const name = `${taken} ${isNamed ? 'named' : 'numbered'}: ${MIGRATIONS[taken - 1]?.name}`
      const db = openWriter(IN_MEMORY)
      if (isNamed) migrate(db, MIGRATIONS.slice(0, taken))
      else {
        for (const { sql, convert } of MIGRATIONS.slice(0, taken)) {
          db.exec(sql)
          convert?.(db)
        }
        db.pragma(`user_version = ${taken}`)
      }
      db.exec(
        "INSERT INTO accounts (login, group_path, name, created_at, updated_at) VALUES (7, 'A', 'Ada', 1, 1)",
      )
      db.exec(
        "INSERT INTO settings (kind, id, name, body, version, created_at, updated_at) VALUES ('holidays', 1, 'C', '{}', 1, 1, 1)",
      )
      t.equal(migrate(db), MIGRATIONS.length - taken, name)
      t.doesNotThrow(() => assertCurrentSchema(db), name)
      t.same(schemaOf(db), wanted, name)
      t.match(accountsRepo(db).get(7), { name: 'Ada', group: 'A' }, name)
      t.equal(db.prepare('SELECT count(*) FROM settings').pluck().get(), 1, name)
      db.close()
    }
  }
})
