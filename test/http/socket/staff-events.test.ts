import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { newsOps } from '../../../http/socket/staff/news-ops.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import { groupIn } from '../../given/book.js'
import { type GivenStaff, SocketFront } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

let lastId = 0

function line(over: Partial<JournalLine> = {}): JournalLine {
  return {
    id: ++lastId,
    at: Date.parse('2026-03-02T10:00:00Z'),
    actor: 1,
    login: null,
    masks: null,
    about: { kind: 'groups', id: 5 },
    kind: 'test',
    text: 'Größe',
    changes: [{ field: 'a', from: null, to: [1.5, { b: true }] }],
    ip: '192.0.2.1',
    request_id: 'r-1',
    via: null,
    hash: 'h',
    ...over,
  }
}

async function watching(
  front: SocketFront,
  op: string,
  given: GivenStaff = {},
  protocol?: string,
): Promise<WsClient> {
  const client = await front.connectStaff(given, protocol)
  client.send({ id: op, op })
  t.match(await client.reply(op), { code: 'ok' })
  return client
}

/** The data of everything that came. */
async function heard(client: WsClient): Promise<unknown[]> {
  return (await client.heard()).map(({ data }) => data)
}

const EASTER = { year: 2026, month: 4, day: 6, description: 'Easter' }

t.test('config_changed tells every record that changed or went, in both codecs', async (t) => {
  const front = await SocketFront.start(t)
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await watching(front, 'watch_config', {}, protocol)
    const rule = { id: 9, name: 'Large', version: 3, position: 1, enabled: false }
    front.change('holidays', [
      { ...EASTER, id: 4, version: 2, position: 1 },
      { ...EASTER, id: 5, version: 70_000, position: 2 },
    ])
    front.change('routing', [rule], [8])
    front.change('routing', [], [9])
    t.match(await client.next(), { event: 'config_changed' })
    t.same(await heard(client), [
      { kind: 'holidays', id: 5, version: 70_000, key: '2026-04-06 Easter' },
      { kind: 'routing', id: 9, version: 3, key: 'Large' },
      { kind: 'routing', id: 8, version: 0, key: null },
      { kind: 'routing', id: 9, version: 0, key: 'Large' },
    ])
    client.send({ id: 1, op: 'unwatch_config' })
    await client.reply(1)
    front.change('holidays', [], [4])
    t.same(await heard(client), [])
  }
})

t.test('watch_config answers the version of the settings it watches from', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connectStaff()
  front.change('holidays', [{ ...EASTER, id: 1, version: 1, position: 1 }])
  client.send({ id: 1, op: 'watch_config' })
  t.match(await client.reply(1), { data: { version: front.book.version } })
  t.same(await heard(client), [])
  client.send({ id: 2, op: 'watch_config' })
  await client.reply(2)
  front.change('holidays', [], [1])
  t.equal((await heard(client)).length, 1, 'watching twice tells once')
})

t.test('every staff session may watch settings, and hears of those that it may read', async (t) => {
  const front = await SocketFront.start(t)
  const rows: [rights: string[], kinds: string[]][] = [
    [[], []],
    [['config.holidays'], ['holidays']],
    [['symbols.quick_edit'], ['symbols']],
    [['config.groups'], ['groups', 'leverage_profiles']],
    [['config.leverage'], ['leverage_profiles', 'leverage_switches']],
    [
      ['config.servers', 'config.gateways'],
      ['gateways', 'settings'],
    ],
  ]
  const clients: WsClient[] = []
  for (const [i, [rights]] of rows.entries()) {
    clients.push(await watching(front, 'watch_config', { login: 10 + i, rights: rights as never }))
  }
  const { records } = front.book
  front.change('symbols', records.symbols.slice(0, 1))
  front.change('groups', records.groups.slice(0, 1))
  for (const kind of ['datafeeds', 'gateways', 'holidays', 'routing'] as const) {
    front.change(kind, [], [1])
  }
  for (const kind of ['leverage_profiles', 'leverage_switches', 'settings'] as const) {
    front.change(kind, [], [1])
  }
  for (const [i, client] of clients.entries()) {
    const kinds = (await heard(client)).map((data) => (data as { kind: string }).kind)
    t.same(kinds.sort(), rows[i]?.[1], `${rows[i]?.[0]}`)
  }
})

t.test('of groups only those of the scope are told, gone ones too', async (t) => {
  const front = await SocketFront.start(t)
  const [standard, netting] = ['demo\\standard', 'demo\\netting'].map((path) => {
    return front.book.records.groups.find((group) => group.path === path)
  })
  if (standard === undefined || netting === undefined) throw new Error('no such groups')
  const all = await watching(front, 'watch_config')
  const some = await watching(front, 'watch_config', { login: 8, groupScope: ['demo\\net*'] })
  const staffGroup = { ...standard, id: 77, path: 'managers\\x' }
  const noStaff = await watching(front, 'watch_config', { login: 9, rights: ['config.groups'] })
  front.change('groups', [standard, netting])
  front.change('groups', [staffGroup])
  front.change('groups', [], [standard.id, netting.id, 77])
  const ids = async (client: WsClient) =>
    (await heard(client)).map((data) => (data as { id: number }).id)
  t.same(await ids(all), [standard.id, netting.id, 77, standard.id, netting.id, 77])
  t.same(await ids(some), [netting.id, netting.id])
  t.same(await ids(noStaff), [standard.id, netting.id, standard.id, netting.id])
})

t.test('of leverage switches only those of groups of the scope are told', async (t) => {
  const front = await SocketFront.start(t)
  const all = await watching(front, 'watch_config')
  const some = await watching(front, 'watch_config', { login: 8, groupScope: ['demo\\net*'] })
  const at = '2026-03-02T10:00:00.000Z'
  const made = (id: number, group: string, version: number) => ({
    id,
    group,
    leverage_profile_id: null,
    at,
    done_at: null,
    made_by: 1,
    created_at: at,
    updated_at: at,
    version,
  })
  front.change('leverage_switches', [made(1, 'demo\\netting', 1), made(2, 'demo\\standard', 1)])
  front.change('leverage_switches', [made(1, 'demo\\standard', 2)])
  front.change('leverage_switches', [made(1, 'demo\\standard', 3)])
  front.change('leverage_switches', [], [1, 2])
  const told = async (client: WsClient) =>
    (await heard(client)).map((data) => {
      const { id, version } = data as { id: number; version: number }
      return [id, version]
    })
  t.same(await told(some), [
    [1, 1],
    [1, 2],
  ])
  t.equal((await told(all)).length, 6)
})

t.test('journal tells a new line as the route shows it, in both codecs', async (t) => {
  const front = await SocketFront.start(t)
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await watching(front, 'watch_journal', {}, protocol)
    const { masks, ...written } = line()
    front.told({ type: 'journal', line: { ...written, masks }, group: null })
    t.same(await client.event('journal'), {
      event: 'journal',
      data: { ...written, at: '2026-03-02T10:00:00.000Z' },
    })
    client.send({ id: 1, op: 'unwatch_journal' })
    await client.reply(1)
    front.told({ type: 'journal', line: line(), group: null })
    t.same(await heard(client), [])
  }
})

t.test('journal hides the values of fields that its reader may not see', async (t) => {
  const front = await SocketFront.start(t)
  const changes = [
    { field: 'name', from: 'Ada', to: 'Bob' },
    { field: 'email', from: 'ada@example.com', to: '' },
  ]
  const written = { ...line(), kind: 'staff', changes }
  const clients: [WsClient, hash: string | null, seen: object[]][] = []
  const rows = [
    [
      ['accounts.name', 'accounts.email', 'accounts.phone', 'accounts.address'],
      [0, 1],
    ],
    [['accounts.name'], [0]],
    [['accounts.email'], [1]],
    [[], []],
  ] as const
  for (const [i, [rights, seen]] of rows.entries()) {
    const given = { login: 20 + i, rights: ['journal', ...rights] as never }
    const client = await watching(front, 'watch_journal', given)
    const shown = changes.map((change, at) =>
      (seen as readonly number[]).includes(at) ? change : { ...change, from: null, to: null },
    )
    clients.push([client, i === 0 ? written.hash : null, shown])
  }
  front.told({ type: 'journal', line: written, group: null })
  for (const [client, hash, shown] of clients) {
    t.match(await client.event('journal'), { data: { changes: shown, hash } })
  }
})

t.test('watch_journal needs the right journal, and a right that goes ends the lines', async (t) => {
  const front = await SocketFront.start(t)
  const without = await front.connectStaff({ rights: ['config.holidays'] })
  without.send({ id: 1, op: 'watch_journal' })
  t.match(await without.reply(1), { code: 'forbidden', message: /journal/ })
  const client = await watching(front, 'watch_journal', { login: 8, rights: ['journal'] })
  front.told({ type: 'journal', line: line(), group: null })
  t.equal((await heard(client)).length, 1)
  front.become(8, { rights: [] })
  front.told({ type: 'journal', line: line(), group: null })
  t.same(await heard(client), [])
  t.equal(client.closed, null)
})

t.test('lines about accounts are told within the scope, of staff with config.staff', async (t) => {
  const front = await SocketFront.start(t)
  const given: Record<string, GivenStaff> = {
    all: { login: 11 },
    real: { login: 12, groupScope: ['real\\*'] },
    'no staff': { login: 13, rights: ['journal'] },
    nothing: { login: 14, groupScope: [] },
  }
  const clients = new Map<string, WsClient>()
  for (const [name, one] of Object.entries(given)) {
    clients.set(name, await watching(front, 'watch_journal', one))
  }
  const tell = (text: string, login: number | null, group: string | null) =>
    front.told({ type: 'journal', line: line({ text, login }), group })
  tell('nobody', null, null)
  tell('demo', 1001, 'demo\\standard')
  tell('real', 1002, 'Real\\Standard')
  tell('dealer', 55, 'managers\\dealers')
  tell('gone', 999, null)
  front.change('groups', [{ ...groupIn(front.book).record, id: 77, path: 'real\\vip' }])
  front.change('groups', [{ ...groupIn(front.book).record, id: 78, path: 'managers\\main' }])
  for (const masks of [['real\\*'], ['real\\vip', 'demo\\*'], ['*']]) {
    const text = masks.join(' and ')
    front.told({ type: 'journal', line: line({ text, masks }), group: null })
  }
  const expected: Record<string, string[]> = {
    all: ['nobody', 'demo', 'real', 'dealer', 'gone', 'real\\*', 'real\\vip and demo\\*', '*'],
    real: ['nobody', 'real', 'real\\*'],
    'no staff': ['nobody', 'demo', 'real', 'real\\*', 'real\\vip and demo\\*'],
    nothing: ['nobody'],
  }
  for (const [name, client] of clients) {
    const texts = (await heard(client)).map((data) => (data as { text: string }).text)
    t.same(texts, expected[name], name)
  }
})

t.test('news are told to staff who watch them, as long as they watch and may', async (t) => {
  const front = await SocketFront.start(t, { families: [newsOps] })
  const stays = await watching(front, 'watch_news')
  const loses = await watching(front, 'watch_news', { login: 8, rights: ['accounts.view'] })
  const quiet = await front.connectStaff({ login: 9, rights: ['journal'] })
  quiet.send({ id: 1, op: 'watch_news' })
  t.match(await quiet.reply(1), { code: 'forbidden', message: /accounts.view/ })
  const at = Date.parse('2026-03-02T10:00:00Z')
  const items = [{ id: 4, at, headline: 'Rates stay', feed: 2, receivedAt: at + 1500 }]
  const told = async () => {
    front.told({ type: 'news', items } as never)
    return [await heard(stays), await heard(loses), await heard(quiet)]
  }
  const row = {
    id: 4,
    at: '2026-03-02T10:00:00.000Z',
    headline: 'Rates stay',
    feed_id: 2,
    received_at: '2026-03-02T10:00:01.500Z',
  }
  t.same(await told(), [[{ items: [row] }], [{ items: [row] }], []])
  front.become(8, { rights: [] })
  t.same(await told(), [[{ items: [row] }], [], []])
  stays.send({ id: 1, op: 'unwatch_news' })
  t.match(await stays.reply(1), { code: 'ok' })
  t.same(await told(), [[], [], []])
})

t.test(
  'a reader over 1 MiB behind gets what was kept and 4008, and the others go on',
  async (t) => {
    const front = await SocketFront.start(t)
    const slow = await watching(front, 'watch_journal')
    const quick = await watching(front, 'watch_journal', { login: 8 })
    slow.pause()
    const text = 'x'.repeat(32 * 1024)
    let told = 0
    const isLive = () =>
      [...front.staff.live.all.values()].every(({ state }) => state.kind === 'live')
    let mostUnsent = 0
    while (isLive()) {
      if (++told > 2000) throw new Error('the reader never counted as slow')
      front.told({ type: 'journal', line: line({ text }), group: null })
      for (const one of front.staff.live.all.values()) mostUnsent = Math.max(mostUnsent, one.unsent)
      await quick.event('journal')
    }
    t.ok(mostUnsent > SOCKET_BACKLOG_BYTES_MAX && mostUnsent < 1.2 * SOCKET_BACKLOG_BYTES_MAX)
    slow.resume()
    t.match(await slow.closing(), { code: 4008, why: 'too_slow' })
    t.equal(slow.frames.length, told, 'without a gap up to the last')
    front.told({ type: 'journal', line: line(), group: null })
    t.match(await quick.event('journal'), { event: 'journal' })
    t.equal(front.staff.size, 1)
  },
)
