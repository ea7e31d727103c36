import { readdirSync } from 'node:fs'
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

t.test('a connection has one store for each pair of names, whoever asks for it', (t) => {
  const directory = join(t.testdir(), 'fix')
  const stores = new FixStores(directory)
  const settings = { ...FIX_SESSION_DEFAULTS, role: 'initiator', sender: 'US' } as const
  const first = stores.storeOf('gateway-1', { ...settings, target: 'THEM' })
  t.equal(stores.storeOf('gateway-1', { ...settings, target: 'THEM' }), first)
  t.not(stores.storeOf('gateway-1', { ...settings, target: 'OTHERS' }), first)
  t.not(stores.storeOf('gateway-2', { ...settings, target: 'THEM' }), first)
  t.equal(readdirSync(directory).length, 3)
  t.end()
})
