import { join } from 'node:path'
import t from 'tap'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import { syncedPaths } from '../../../given/synced-paths.js'

t.test('the name of a new directory of sessions is brought to the disk, once', (t) => {
  const dataDir = t.testdir()
  const stores = new FixStores(join(dataDir, 'fix'))
  const settings = { ...FIX_SESSION_DEFAULTS, role: 'initiator', sender: 'US' } as const
  const synced = (target: string): string[] =>
    syncedPaths(() => stores.storeOf('gateway-1', { ...settings, target }))
  t.equal(synced('THEM')[0], dataDir)
  t.notOk(synced('OTHERS').includes(dataDir))
  stores.forget('gateway-1')
  t.end()
})
