import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DAY_MS } from '../../../../engine/calendar/durations.js'
import { EVENT_WAITS_MAX } from '../../../../engine/limits/events.js'
import { moment } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { funded, OPEN, trade } from '../../../given/records/trades.js'

// The stream of events over a server with two shards.

let front = await AccountFront.start(t)
await front.quoted('EURUSD')
const ada = await funded(front)
const bob = await funded(front)

interface Event {
  readonly id: string
  readonly kind: string
  readonly login: number | null
  readonly group: string | null
  readonly actor: number | null
  readonly request_id: string | null
  readonly data: Record<string, unknown>
}

interface Part {
  readonly items: readonly Event[]
  readonly next: string
  readonly has_more: boolean
  readonly oldest: string
}

async function part(of: AccountFront, query: string, as = 'admin'): Promise<Part> {
  const { data, status, message } = await of.ask(`GET /admin/v1/events?${query}`, as)
  if (status !== 200) throw new Error(message)
  return data as unknown as Part
}

const read = (query: string, as = 'admin'): Promise<Part> => part(front, query, as)

/** All events after a cursor, in parts of the sizes that `limit` answers. */
async function readAll(query: string, after: string, limit: () => number, as = 'admin') {
  const all: Event[] = []
  for (let next = after; ; ) {
    const part = await read(`${query}&after=${next}&limit=${limit()}`, as)
    all.push(...part.items)
    next = part.next
    if (!part.has_more) return all
  }
}

async function list(path: string): Promise<Record<string, unknown>[]> {
  const { data } = await front.ask(`GET /admin/v1/${path}`, 'admin')
  return data['items'] as Record<string, unknown>[]
}

/** The tables have the record of that number. */
async function projected(seq: number): Promise<void> {
  while (front.supervisor.counters.projectionSeq < seq) await moment()
}

function refused(query: string, as = 'admin'): Promise<AccountAnswer> {
  return front.ask(`GET /admin/v1/events?${query}`, as)
}

const ids = (events: readonly Event[]) => events.map(({ id }) => id)
const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Number(one['id']) - Number(other['id'])

t.test('has the rows of the lists, in one order for every reader', async (t) => {
  const { oldest } = await read('limit=1')
  let seq = 0
  for (const login of [ada, bob, ada, bob]) {
    const opened = await trade(front, login, { ...OPEN, volume: '0.10' })
    t.equal(opened.code, 'ok')
    const close = { kind: 'close', position_id: opened.data['position_id'] }
    const closed = await trade(front, login, close)
    t.equal(closed.code, 'ok', closed.message)
    seq = Math.max(seq, Number(closed.data['projection_seq']))
  }
  await projected(seq)
  const told = await readAll('', oldest, () => 1000)
  const rows = (kind: string) => told.filter((one) => one.kind === kind).map(({ data }) => data)
  t.same(rows('deal').sort(byId), (await list('deals?limit=1000')).sort(byId))
  t.same(rows('order').sort(byId), (await list('orders/history?limit=1000')).sort(byId))
  t.equal(rows('deal').length, 10)
  t.equal(rows('position').filter(({ closed_at }) => closed_at !== null).length, 4)
  for (const login of [ada, bob]) {
    const seqs = rows('deal')
      .filter((row) => row['login'] === login)
      .map((row) => row['seq'])
    t.same(
      seqs,
      [...seqs].sort((one, other) => Number(one) - Number(other)),
    )
  }
  const inParts = await readAll('', oldest, () => 1 + Math.floor(Math.random() * 4))
  t.same(ids(inParts).slice(0, told.length), ids(told))
  t.same(
    ids(await readAll('kinds=deal', oldest, () => 3)),
    ids(told.filter(({ kind }) => kind === 'deal')),
  )
})

t.test('tells what changed of an account, who changed it and the row as it is now', async (t) => {
  const { next } = await read('latest=true')
  const login = await front.open({ name: 'Eve' })
  await front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', { version: 1, comment: 'new' })
  await front.ask(`POST /admin/v1/accounts/${login}/disable`, 'admin')
  const items = await readAll(`kinds=account&logins=${login}`, next, () => 10)
  t.same(
    items.map(({ data }) => [data['change'], data['fields']]),
    [
      ['created', []],
      ['changed', ['comment']],
      ['disabled', ['enabled']],
    ],
  )
  t.ok(items.every(({ actor, request_id }) => actor === 1 && request_id !== null))
  const row = (await list(`accounts?login=${login}`))[0]
  t.same(items[0]?.data['account'], { ...row, money: null })
  const unnamed = await readAll(`kinds=account&logins=${login}`, next, () => 10, 'without names')
  t.equal((unnamed[0]?.data['account'] as Record<string, unknown> | undefined)?.['name'], null)
})

t.test('tells of settings and lines of the journal what the reader may see', async (t) => {
  const { next } = await read('latest=true')
  const holiday = { description: 'Day off', month: 1, day: 2, year: 0 }
  const made = await front.ask('POST /admin/v1/holidays', 'admin', holiday)
  t.equal(made.status, 200, made.message)
  const [config, line] = await readAll('kinds=config,journal', next, () => 10)
  t.same(config?.data, { kind: 'holidays', id: made.data['id'], version: 1 })
  t.equal(line?.data['kind'], 'config')
  t.same(line?.data['id'], (await list('journal?limit=1'))[0]?.['id'])
  t.same(await readAll('kinds=config&group=*', next, () => 10), [], 'it is about no account')
})

t.test(
  'leaves out accounts outside the scope, the groups and the logins that are asked for',
  async (t) => {
    const { oldest } = await read('limit=1')
    const real = await funded(front, { group: 'real\\standard' })
    while ((await readAll(`logins=${real}`, oldest, () => 100)).length < 2) await moment()
    const logins = async (query: string, as = 'admin') =>
      new Set(
        (await readAll(`kinds=deal,account&${query}`, oldest, () => 100, as)).map(
          ({ login }) => login,
        ),
      )
    t.same(await logins('', 'real only'), new Set([real]))
    t.same(await logins('group=real\\*'), new Set([real]))
    t.same(await logins(`logins=${ada},${real}`), new Set([ada, real]))
    t.notOk((await logins('group=demo\\*')).has(real))
  },
)

t.test('refuses kinds without their right, and what is no cursor', async (t) => {
  const { next, oldest } = await read('latest=true')
  for (const [query, as, code] of [
    ['kinds=deal', 'without trades', 'forbidden'],
    ['kinds=account,day_end', 'without view', 'forbidden'],
    ['kinds=journal', 'without journal', 'forbidden'],
    ['', 'staff viewer', 'forbidden'],
    ['kinds=trade', 'admin', 'invalid_input'],
    ['after=abc', 'admin', 'invalid_input'],
    [`after=${next.replace(/-[^-]+-/, '-zzzzzzz-')}`, 'admin', 'invalid_input'],
    [`logins=${Array.from({ length: 51 }, (_, i) => i + 1).join(',')}`, 'admin', 'invalid_input'],
    ['limit=1001', 'admin', 'invalid_input'],
    ['wait_sec=31', 'admin', 'invalid_input'],
  ] as const) {
    t.equal((await refused(query, as)).code, code, `${query} ${as}`)
  }
  const kinds = new Set(
    (await readAll('', oldest, () => 1000, 'without trades')).map(({ kind }) => kind),
  )
  t.notOk(kinds.has('deal'))
  t.ok(kinds.has('account'))
  const gone = await refused(`after=00000000${next.slice(8)}`)
  t.same([gone.status, gone.code], [409, 'resume_gone'], 'a cursor from before a restore')
  t.same(gone.data, { oldest })
})

t.test('says with min_projection_seq whether the tables are so far', async (t) => {
  const { next } = await read('latest=true')
  const seq = front.supervisor.counters.projectionSeq
  const now = await front.ask(`GET /admin/v1/events?min_projection_seq=${seq}`, 'admin')
  t.equal(now.data['consistency'], 'current')
  t.ok(Number(now.data['projection_seq']) >= seq, 'the number that was asked for, or a later one')
  const ahead = `after=${next.replace(/-[^-]+-/, '-zzzzzzz-')}&min_projection_seq=0`
  // The server writes by itself, too: the next number may be there in a moment.
  for (const query of [`min_projection_seq=${seq + 1_000_000}`, ahead]) {
    const { data } = await front.ask(`GET /admin/v1/events?${query}`, 'admin')
    t.match(data, { consistency: 'projection_pending', items: [], has_more: false })
  }
  const after = (await front.ask(`GET /admin/v1/events?${ahead}`, 'admin')).data['next']
  t.equal(after, ahead.slice('after='.length, ahead.indexOf('&')), 'the reader keeps its place')
})

t.test('waits for the first event, and answers nothing when none comes', async (t) => {
  const { next } = await read('latest=true')
  t.same((await read(`after=${next}`)).items, [])
  const waiting = read(`after=${next}&kinds=deal&logins=${bob}&wait_sec=30`)
  const money = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
  await front.ask(`POST /admin/v1/accounts/${bob}/balance`, 'admin', money)
  const { items } = await waiting
  t.same(
    items.map(({ login, actor, data }) => [login, actor, data['action']]),
    [[bob, 1, 'deposit']],
  )
  const account = read(`after=${items[0]?.id}&kinds=account&wait_sec=30`)
  const opened = await front.open()
  t.equal((await account).items[0]?.login, opened)
  const quiet = await read(`after=${(await account).next}&kinds=stop_out&wait_sec=1`)
  t.same([quiet.items, quiet.has_more], [[], false])
})

t.test('refuses one waiting read more than there may be', async (t) => {
  const { next } = await read('latest=true')
  const query = `after=${next}&kinds=deal&wait_sec=30`
  const reads = Array.from({ length: EVENT_WAITS_MAX + 1 }, () => refused(query))
  const first = await Promise.race(reads)
  t.same([first.status, first.code], [429, 'too_many_requests'])
  const money = { action: 'deposit', amount: '6.00', request_id: randomUUID() }
  await front.ask(`POST /admin/v1/accounts/${bob}/balance`, 'admin', money)
  const codes = (await Promise.all(reads)).map(({ code }) => code)
  t.equal(codes.filter((code) => code === 'ok').length, EVENT_WAITS_MAX)
})

t.test('shows events for as many days as the settings say', async (t) => {
  const past = await AccountFront.start(t, -3 * DAY_MS)
  await funded(past)
  const { oldest } = await part(past, 'limit=1')
  const read = async (after: string) => {
    const { code } = await past.ask(`GET /admin/v1/events?after=${after}`, 'admin')
    return code
  }
  const keep = async (events_days: number | null) => {
    const { data } = await past.ask('GET /admin/v1/settings', 'admin')
    return past.ask('PUT /admin/v1/settings', 'admin', { ...data, events_days })
  }
  t.same((await keep(31)).fields, ['events_days'], 'more than LOG_RETENTION_DAYS')
  t.equal((await keep(2)).code, 'ok')
  t.equal(await read(oldest), 'resume_gone')
  t.equal(await read((await part(past, 'latest=true')).next), 'ok')
  t.equal((await keep(null)).code, 'ok')
  t.equal(await read(oldest), 'ok')
})

t.test('keeps cursors over a restart', async (t) => {
  const { oldest, next } = await read('latest=true')
  const before = await readAll('', oldest, () => 1000)
  front = await front.later(t, 0)
  const after = await readAll('', oldest, () => 1000)
  t.same(ids(after).slice(0, before.length), ids(before))
  t.equal((await refused(`after=${next}`)).status, 200)
})
