import { existsSync, readFileSync, realpathSync } from 'node:fs'
import t from 'tap'
import { migrate } from '../../../storage/migrations/migrate.js'
import { secretKeyPath, sqlitePath } from '../../../storage/paths.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { hasSealedSecrets } from '../../../storage/secrets/sealed-secrets.js'
import { loadSecretKey } from '../../../storage/secrets/secret-key.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { scratch } from '../../given/desk.js'
import { syncedPaths } from '../../given/synced-paths.js'

const KEY = new Uint8Array(32).fill(7)

t.test('a fresh key is on the disk before it has its name, and then so is the name', (t) => {
  const dataDir = realpathSync(scratch(t))
  const path = secretKeyPath(dataDir)
  const synced = syncedPaths(() =>
    t.same(
      loadSecretKey(dataDir, undefined, () => KEY),
      KEY,
    ),
  )
  t.same(synced, [`${path}.new`, dataDir])
  t.equal(readFileSync(path, 'utf8'), `${Buffer.from(KEY).toString('base64')}\n`)
  const again = syncedPaths(() => {
    const other = new Uint8Array(32)
    t.same(
      loadSecretKey(dataDir, undefined, () => other),
      Buffer.from(KEY),
      'the same next time',
    )
  })
  t.same(again, [])
  t.end()
})

t.test('a key that is given is taken, and none is made where something is sealed', (t) => {
  const dataDir = scratch(t)
  const never = (): Uint8Array => t.fail('a key was made') as never
  const given = Buffer.from(new Uint8Array(32).fill(9)).toString('base64')
  t.same(loadSecretKey(dataDir, given, never), Buffer.from(given, 'base64'))
  t.throws(() => loadSecretKey(dataDir, 'AAAA', never), {
    message: 'SECRET_KEY: must be 32 bytes in base64',
  })
  t.notOk(existsSync(secretKeyPath(dataDir)), 'it is not kept')
  t.notOk(hasSealedSecrets(dataDir), 'nor is anything there')
  const db = openWriter(sqlitePath(dataDir))
  t.notOk(hasSealedSecrets(dataDir), 'it was cut off before it had tables')
  migrate(db)
  const settings = settingsRepo(db)
  const row = { id: 1, name: 'a', created_at: 1, updated_at: 1 }
  settings.insert('datafeeds', { ...row, body: {} })
  t.notOk(hasSealedSecrets(dataDir))
  const gone = { name: 'KeyGoneError', message: /secret\.key is not there/ }
  settings.update('datafeeds', { ...row, version: 2, body: { secrets: {} } }, null)
  t.ok(hasSealedSecrets(dataDir))
  t.throws(() => loadSecretKey(dataDir, undefined, never), gone)
  settings.update('datafeeds', { ...row, version: 3, body: {} }, null)
  metaRepo(db).set('sealed_text', 'x')
  t.throws(() => loadSecretKey(dataDir, undefined, never), gone)
  metaRepo(db).remove('sealed_text')
  t.same(
    loadSecretKey(dataDir, undefined, () => KEY),
    KEY,
  )
  db.close()
  t.end()
})
