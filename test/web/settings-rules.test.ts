import t from 'tap'
import { BarePage } from '../given/bare-page.js'
import { pageModules } from '../given/page-module.js'

// Settings of a device that has several windows open: what one of them changes stays changed.

interface Settings {
  readonly language: string
  readonly oneClick: boolean
  readonly oneClickMax: string
  readonly density: string
  readonly symbol: string
  readonly volumes: Readonly<Record<string, string>>
}

const KEY = 'openfloor.settings'
const page = new BarePage()
page.kept.set(
  KEY,
  JSON.stringify({ symbol: 'EURUSD', language: 'xx', oneClick: true, volumes: { EURUSD: '0.10' } }),
)
const { settings: own, volumes } = await pageModules<{
  settings: { settings: { value: Settings }; set(change: Partial<Settings>): void }
  volumes: { setVolume(symbol: string, volume: string): void }
}>({ settings: 'web/settings/settings.ts', volumes: 'web/trader/ticket/volumes.ts' })
const kept = (): Settings => JSON.parse(page.kept.get(KEY) ?? '{}')
const elsewhere = (change: Partial<Settings>) =>
  page.keepElsewhere(KEY, JSON.stringify({ ...kept(), ...change }))

t.test('a kept language that the pages no longer have is the browser language', async (t) => {
  t.equal(own.settings.value.language, 'en')
})

t.test('orders at one press that are turned off elsewhere are off, and stay it', async (t) => {
  t.equal(own.settings.value.oneClick, true)
  elsewhere({ oneClick: false, oneClickMax: '2' })
  t.match(own.settings.value, { oneClick: false, oneClickMax: '2' })
  own.set({ symbol: 'GBPUSD' })
  t.match(kept(), { oneClick: false, oneClickMax: '2', symbol: 'GBPUSD' })
})

t.test('a change is kept beside what is not heard of other windows', async (t) => {
  elsewhere({ density: 'dense' })
  own.set({ symbol: 'EURUSD' })
  t.equal(own.settings.value.density, 'normal')
  t.match(kept(), { density: 'dense', symbol: 'EURUSD' })
})

t.test('lots of other symbols are heard, those in the ticket are not', async (t) => {
  elsewhere({ volumes: { EURUSD: '5', GBPUSD: '3' } })
  t.same(own.settings.value.volumes, { EURUSD: '0.10', GBPUSD: '3' })
  volumes.setVolume('EURUSD', '0.20')
  t.same(kept().volumes, { GBPUSD: '3', EURUSD: '0.20' })
  own.set({ symbol: 'USDJPY' })
  elsewhere({ volumes: { USDJPY: '7', EURUSD: '5' } })
  t.same(own.settings.value.volumes, { EURUSD: '5' }, 'none was typed here')
})
