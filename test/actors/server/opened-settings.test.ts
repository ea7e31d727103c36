import t from 'tap'
import { OpenedSettings } from '../../../actors/server/opened-settings.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { OpenedList } from '../../../engine/config/opened-records.js'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function given() {
  const asked: string[] = []
  const told: OpenedList[] = []
  const later: [part: string, run: () => void][] = []
  const away = new Set<string>()
  const settings = new OpenedSettings({
    kinds: ['datafeeds', 'gateways'] as const,
    ask: async (name, { kind }) => {
      asked.push(`${name} ${kind}`)
      const list = { kind, records: [] } as OpenedList
      const answer: Outcome<OpenedList> = away.has(kind)
        ? refuse('unavailable', 'The desk is away.')
        : accept(list)
      await turn()
      return answer
    },
    tell: (opened) => told.push(opened),
    later: (part, run) => later.push([part, run]),
  })
  const seen = async () => {
    await turn()
    const kinds = told.splice(0).map(({ kind }) => kind)
    return { asked: asked.splice(0), told: kinds, later: later.map(([part]) => part) }
  }
  return { settings, seen, told, away, later }
}

const ASKED = ['config.opened datafeeds', 'config.opened gateways']

t.test('a thread is started with all of them, or not at all', async (t) => {
  const { settings, seen, away } = given()
  t.same(await settings.all(), { datafeeds: [], gateways: [] })
  t.same(await seen(), { asked: ASKED, told: [], later: [] })
  away.add('gateways')
  await t.rejects(settings.all(), {
    message: 'the gateways cannot be read: The desk is away.',
  })
})

t.test('a change of one kind is sent, and of a kind that has no secrets nothing', async (t) => {
  const { settings, seen, told } = given()
  settings.changed({ kind: 'gateways' })
  t.same(await seen(), { asked: ['config.opened gateways'], told: ['gateways'], later: [] })
  settings.changed({ kind: 'symbols' })
  t.same(await seen(), { asked: [], told: [], later: [] })
  await settings.send()
  t.equal(told.length, 2, 'they are sent by then')
  t.same(await seen(), { asked: ASKED, told: ['datafeeds', 'gateways'], later: [] })
})

t.test('while the desk does not answer it is asked again, of that kind', async (t) => {
  const { settings, seen, away, later } = given()
  away.add('gateways')
  await settings.send()
  t.same(await seen(), { asked: ASKED, told: ['datafeeds'], later: ['gateways'] })
  later.shift()?.[1]()
  const gateways = ['config.opened gateways']
  t.same(await seen(), { asked: gateways, told: [], later: ['gateways'] })
  away.clear()
  later.shift()?.[1]()
  t.same(await seen(), { asked: gateways, told: ['gateways'], later: [] })
})
