import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import { openBelow } from '../../../given/open-files.js'
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

t.test('files go with their connection, and those that are open are closed', (t) => {
  const directory = join(t.testdir(), 'fix')
  const stores = new FixStores(directory)
  const settings = { ...FIX_SESSION_DEFAULTS, role: 'initiator', sender: 'US' } as const
  const owners = () =>
    readdirSync(directory)
      .map((name) => name.replace(/-[0-9a-f]+\.fix$/, ''))
      .sort()
  stores.keepOnly('gateway', [])
  const first = stores.storeOf('gateway-1', { ...settings, target: 'THEM' })
  stores.storeOf('gateway-1', { ...settings, target: 'OTHERS' })
  for (const owner of ['gateway-11', 'gateway-2', 'datafeed-1', 'datafeed-2'] as const) {
    stores.storeOf(owner, { ...settings, target: 'THEM' })
  }
  t.equal(openBelow(directory).length, 6)
  stores.forget('gateway-1')
  t.same(owners(), ['datafeed-1', 'datafeed-2', 'gateway-11', 'gateway-2'])
  t.equal(openBelow(directory).length, 4)
  t.not(stores.storeOf('gateway-1', { ...settings, target: 'THEM' }), first, 'it has new numbers')
  stores.keepOnly('gateway', [1, 2])
  t.same(owners(), ['datafeed-1', 'datafeed-2', 'gateway-1', 'gateway-2'])
  stores.keepOnly('datafeed', [])
  t.same(owners(), ['gateway-1', 'gateway-2'])
  t.equal(openBelow(directory).length, 2)
  stores.forget('gateway-7')
  t.same(owners(), ['gateway-1', 'gateway-2'])
  t.end()
})
