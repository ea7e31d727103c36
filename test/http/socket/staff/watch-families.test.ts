import t from 'tap'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../../http/socket/connection.js'
import { configOps } from '../../../../http/socket/staff/config-ops.js'
import { exposureOps } from '../../../../http/socket/staff/exposure-ops.js'
import { EXPOSURE_RIGHTS } from '../../../../http/socket/staff/exposure-watchers.js'
import { journalOps } from '../../../../http/socket/staff/journal-ops.js'
import { newsOps } from '../../../../http/socket/staff/news-ops.js'
import { sessionOps } from '../../../../http/socket/staff/session-ops.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import type { StaffFamily, StaffRequest } from '../../../../http/socket/staff/staff-op.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { givenBook } from '../../../given/book.js'
import { settled } from '../../../given/timed-clock.js'

// Operations by which staff begin and end to hear of something, for sockets that read at once.

type Told = { readonly event: string; readonly data: Record<string, unknown> }

function given(family: StaffFamily) {
  const bounded: StaffConnection[] = []
  const frames: unknown[][] = []
  const sockets = {
    boundBacklog: (connection: StaffConnection) => bounded.push(connection),
    frames: {
      auth: (...asked: unknown[]) => frames.push(['auth', ...asked]),
      logout: async (...asked: unknown[]) => void frames.push(['logout', ...asked]),
    },
  }
  const ops = family(sockets as never)
  let count = 0
  const socket = (...rights: string[]) => {
    const session = { login: 7, groupScope: ['*'], rights: new Set(rights) }
    const live = session as unknown as LiveSession
    const connection = new StaffConnection(++count, 'json', '', { kind: 'live', session: live }, 0)
    const told: Told[] = []
    connection.ws = {
      send: (frame: Uint8Array) => told.push(JSON.parse(Buffer.from(frame).toString('utf8'))),
      getBufferedAmount: () => 0,
      cork: (run: () => void) => run(),
    } as unknown as LibrarySocket
    const ask = (op: string, args: object = {}) =>
      ops.ops[op]?.run({
        ...{ id: 'a', op, args, sizeBytes: 100, connection },
        session: live,
      } as unknown as StaffRequest)
    return { connection, session: live, ask, heard: () => told.splice(0) }
  }
  const tell = (event: object) => ops.onDeskEvent?.(event as DeskEvent)
  return { ops, socket, tell, bounded, frames }
}

const DONE = { ok: true, data: null }
const NEWS = {
  type: 'news',
  items: [{ id: 3, at: 1_000, headline: 'Rates', feed: 4, receivedAt: 2_000, bytes: 9 }],
}
const LINE = {
  type: 'journal',
  group: null,
  line: {
    ...{ id: 5, at: 1_000, actor: 1, login: null, kind: 'config', text: 'x' },
    ...{ ip: '', request_id: '', changes: [] },
  },
}

for (const [name, family, [watch, unwatch], right, event, seen] of [
  [
    ...(['news', newsOps, ['watch_news', 'unwatch_news'], 'accounts.view', NEWS] as const),
    {
      items: [
        {
          ...{ id: 3, at: '1970-01-01T00:00:01.000Z', headline: 'Rates', feed_id: 4 },
          received_at: '1970-01-01T00:00:02.000Z',
        },
      ],
    },
  ],
  [
    ...(['journal', journalOps, ['watch_journal', 'unwatch_journal'], 'journal', LINE] as const),
    { id: 5, at: '1970-01-01T00:00:01.000Z', text: 'x' },
  ],
] as const) {
  t.test(`${name} is told to those who watch it, until they do not`, (t) => {
    const { ops, socket, tell, bounded } = given(family)
    t.same([ops.ops[watch]?.rights, ops.ops[unwatch]?.rights], [[right], []])
    const [one, two, none] = [socket(right), socket(right), socket(right)]
    const heard = () => [one, two, none].map((each) => each.heard().length)
    tell(event)
    t.same(heard(), [0, 0, 0])
    t.same([one.ask(watch), two.ask(watch), none.ask(unwatch)], [DONE, DONE, DONE])
    tell({ type: 'other' })
    t.same([heard(), bounded], [[0, 0, 0], []])
    tell(event)
    t.same(bounded.splice(0), [one.connection, two.connection], 'what waits for them is looked at')
    const [first] = one.heard()
    t.match(first, { event: name, data: seen })
    t.same(two.heard(), [first])
    t.same(one.ask(unwatch), DONE)
    tell(event)
    t.same(heard(), [0, 1, 0])
    ops.leave?.(two.connection)
    tell(event)
    t.same(heard(), [0, 0, 0])
    t.end()
  })
}

t.test('news are told to those who may see accounts when they come', (t) => {
  const { socket, tell } = given(newsOps)
  const one = socket('accounts.view')
  one.ask('watch_news')
  ;(one.session.rights as Set<string>).delete('accounts.view')
  tell(NEWS)
  t.same(one.heard(), [])
  t.end()
})

t.test(
  'changes of settings are told to those who watch and may read them, until they do not',
  (t) => {
    const book = givenBook()
    const { ops, socket, tell } = given(configOps(() => book))
    t.same([ops.ops['watch_config']?.rights, ops.ops['unwatch_config']?.rights], [[], []])
    const [one, none] = [socket('config.symbols', 'config.groups'), socket('journal')]
    const change = { version: 2, kind: 'symbols', changed: [{ id: 1, version: 4 }], removed: [2] }
    const told = [
      [1, 4],
      [2, 0],
    ]
    const heard = ({ heard }: typeof one) =>
      heard().map(({ event, data }) =>
        event === 'config_changed' ? [data['id'], data['version']] : event,
      )
    const version = { ok: true, data: { version: book.version } }
    t.same([one.ask('watch_config'), none.ask('watch_config')], [version, version])
    tell({ type: 'config', change })
    t.same([heard(one), heard(none)], [told, []])
    tell({ type: 'news', change })
    t.same(heard(one), [])
    const [group] = book.records.groups
    const groups = {
      version: 2,
      kind: 'groups',
      changed: [{ id: group?.id, version: 9 }],
      removed: [],
    }
    tell({ type: 'config', change: groups })
    t.same(heard(one), [[group?.id, 9]])
    t.same(one.ask('unwatch_config'), DONE)
    tell({ type: 'config', change })
    t.same(heard(one), [])
    one.ask('watch_config')
    ops.leave?.(one.connection)
    tell({ type: 'config', change })
    t.same(heard(one), [])
    t.end()
  },
)

t.test(
  'exposures are watched and left by what is asked, and what waits is looked at',
  async (t) => {
    const clock = new ManualClock()
    const book = givenBook()
    const ask = async () => ({ ok: true, value: { symbols: [], currencies: [] } })
    const shards = [{ ready: true, ask }] as never
    const { ops, socket, bounded } = given(exposureOps({ shards, clock, book: () => book }))
    t.same(ops.ops['watch_exposure']?.rights, EXPOSURE_RIGHTS)
    t.same(ops.ops['unwatch_exposure']?.rights, [])
    const one = socket(...EXPOSURE_RIGHTS)
    const watch = { group: '*', by: 'symbol' }
    t.match(one.ask('watch_exposure', { ...watch, by: 'day' }), { code: 'invalid_input' })
    t.match(one.ask('unwatch_exposure', { ...watch, by: 'day' }), { code: 'invalid_input' })
    t.same(one.ask('watch_exposure', watch), DONE)
    const second = async () => {
      clock.advance(1_000)
      await settled()
      return [one.heard().length, bounded.splice(0).length]
    }
    t.same(await second(), [1, 1])
    t.same(one.ask('unwatch_exposure', watch), DONE)
    one.ask('watch_exposure', watch)
    t.same(await second(), [1, 1], 'it begins anew')
    ops.leave?.(one.connection)
    one.ask('unwatch_exposure', watch)
    t.same(await second(), [0, 0])
  },
)

t.test('a session’s own operations are carried out by its socket', async (t) => {
  const clock = new ManualClock()
  const { socket, frames } = given(sessionOps(clock))
  const one = socket()
  t.equal(one.ask('auth', { token: 'x' }), 'answered')
  t.same(one.ask('ping'), { ok: true, data: { at: new Date(clock.now()).toISOString() } })
  t.equal(await one.ask('logout'), 'answered')
  t.same(frames, [
    ['auth', one.connection, 'a', { token: 'x' }],
    ['logout', one.connection, 'a'],
  ])
})
