import { readFileSync, realpathSync } from 'node:fs'
import t from 'tap'
import { secretKeyPath } from '../../../storage/paths.js'
import { loadSecretKey } from '../../../storage/secrets/secret-key.js'
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
