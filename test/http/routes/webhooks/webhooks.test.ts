import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { moment } from '../../../given/desk.js'
import { AccountFront, RECEIVERS } from '../../../given/fronts/account-front.js'
import { Receiver } from '../../../given/peers/receiver.js'
import { deposit, funded, OPEN, trade } from '../../../given/records/trades.js'

// Webhooks over a server with two shards, to receivers on this machine.

t.setTimeout(0)
const PATH = '/admin/v1/webhooks'
const front = await AccountFront.start(t)
await front.quoted('EURUSD')
let names = 0

interface Shown extends Record<string, unknown> {
  readonly id: number
  readonly version: number
  readonly secret: string
}

async function done(what: string, body?: unknown, as = 'admin', more = {}): Promise<Shown> {
  const { status, data, message } = await front.ask(what, as, body, more)
  if (status !== 200) throw new Error(`${what}: ${message}`)
  return data as Shown
}

/** Until then, a line of the journal may stand before a trade that was answered earlier. */
async function projected(): Promise<void> {
  const { counters } = front.supervisor
  while (counters.projectionSeq < counters.sequence) await moment()
}

/** A webhook that begins behind all that was done before. */
async function make(url: string, more: object = {}): Promise<Shown> {
  await projected()
  return done(`POST ${PATH}`, { name: `Hook ${++names}`, url, ...more })
}

async function change(id: number, fields: object): Promise<Shown> {
  const { version } = await done(`GET ${PATH}/${id}`)
  return done(`PATCH ${PATH}/${id}`, { version, ...fields })
}

async function until(id: number, fits: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = await done(`GET ${PATH}/${id}`)
    if (fits(shown)) return shown
    await moment()
  }
}

async function delivery(id: number, fits: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const { items } = await done(`GET ${PATH}/${id}/deliveries`)
    const found = (items as Shown[]).find(fits)
    if (found !== undefined) return found
    await moment()
  }
}

async function lines(id: number): Promise<readonly string[]> {
  const query = `about=webhooks:${id}&limit=20`
  const { items } = await done(`GET /admin/v1/journal?${query}`)
  return (items as { text: string }[]).map(({ text }) => text)
}

async function removed(id: number): Promise<void> {
  await done(`DELETE ${PATH}/${id}`)
}

t.test('delivers events that the official package verifies, without personal data', async (t) => {
  const login = await funded(front, { name: 'Ada', email: 'ada@example.com' })
  const receiver = await Receiver.start(t)
  const { id, secret, ...made } = await make(receiver.url)
  t.match(secret, /^whsec_/)
  t.match(made, { owner: 1, group: null, enabled: true, description: '', status: 'ok', lag: 0 })
  t.equal((made['kinds'] as unknown[]).length, 12)
  t.notMatch(JSON.stringify(await done(`GET ${PATH}/${id}`)), secret)
  await trade(front, login, { ...OPEN, comment: 'mine' })
  const paid = { action: 'deposit', amount: '7.00', comment: 'from Ada', request_id: randomUUID() }
  await done(`POST /admin/v1/accounts/${login}/balance`, paid)
  await projected()
  const { version } = await done(`GET /admin/v1/accounts/${login}`)
  await done(`PATCH /admin/v1/accounts/${login}`, { version, comment: 'rich' })
  await receiver.until(() => receiver.events.some(({ type }) => type === 'account'))
  const kinds = new Set(receiver.events.map(({ type }) => type))
  t.ok(kinds.has('order') && kinds.has('deal') && kinds.has('position'))
  for (const { id: event, headers, body } of receiver.events) {
    new Webhook(secret).verify(body, headers)
    t.equal(JSON.parse(body).data.id, event)
    t.match(headers, { 'user-agent': /^Openfloor\//, 'content-type': 'application/json' })
  }
  t.notMatch(receiver.events.map(({ body }) => body).join(), /Ada|ada@|mine|rich/)
  const delivered = await delivery(id, ({ state }) => state === 'delivered')
  t.match(delivered, { status: 200, attempts: 1, next_at: null })
  t.match(await done(`GET ${PATH}/${id}`), { status: 'ok', lag: 0 })
  await removed(id)
})

t.test('fields beyond their bounds are refused by name', async (t) => {
  const url = `http://${RECEIVERS}/`
  const rows: [fields: object, path: string][] = [
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'no address' }, 'url'],
    [{ url: 'https://user:word@example.com' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://10.1.2.3/' }, 'url'],
    [{ url: 'https://[fd00::1]/' }, 'url'],
    [{ url: 'https://169.254.169.254/' }, 'url'],
    [{ url: 'http://8.8.8.8/' }, 'url'],
    [{ url, kinds: [] }, 'kinds'],
    [{ url, kinds: ['journal'] }, 'kinds[0]'],
    [{ url, secret: 'whsec_short' }, 'secret'],
    [{ url, name: ' ' }, 'name'],
  ]
  for (const [fields, path] of rows) {
    const answer = await front.ask(`POST ${PATH}`, 'admin', { name: 'Bad', ...fields })
    t.match(answer, { status: 400, fields: [path] }, JSON.stringify(fields))
  }
  t.match(await front.ask(`GET ${PATH}`, 'staff viewer'), { status: 403 })
})

t.test('a repeat under its key shows no secret and makes nothing', async (t) => {
  const body = { name: 'Once', url: `http://${RECEIVERS}/`, enabled: false }
  const key = { 'idempotency-key': randomUUID() }
  const { id } = await done(`POST ${PATH}`, body, 'admin', key)
  t.match(await front.ask(`POST ${PATH}`, 'admin', body, key), { status: 409, data: { id } })
  const rotate = `POST ${PATH}/${id}/rotate-secret`
  const again = { 'idempotency-key': randomUUID() }
  await done(rotate, {}, 'admin', again)
  t.match(await front.ask(rotate, 'admin', {}, again), { status: 409, data: { id } })
  await removed(id)
})

t.test('a server has at most 20 webhooks', async (t) => {
  const body = (n: number) => ({
    name: `One of many ${n}`,
    url: `http://${RECEIVERS}/`,
    enabled: false,
  })
  const others = (await done(`GET ${PATH}`)) as unknown as readonly unknown[]
  const made: number[] = []
  for (let n = others.length; n < 20; n++) {
    made.push((await done(`POST ${PATH}`, body(n))).id)
  }
  const refused = { status: 409, data: { reason: 'conflict.webhooks' } }
  t.match(await front.ask(`POST ${PATH}`, 'admin', body(20)), refused)
  for (const id of made) await removed(id)
})

t.test('in a rotation both secrets sign; a new host needs a new secret', async (t) => {
  const receiver = await Receiver.start(t)
  const { id, secret: old } = await make(receiver.url)
  const { secret } = await done(`POST ${PATH}/${id}/rotate-secret`, { grace_sec: 60 })
  t.match(await done(`POST ${PATH}/${id}/test`), { delivered: true, status: 200 })
  const tested = receiver.requests.find(({ type }) => type === 'test')
  for (const one of [old, secret])
    new Webhook(one).verify(tested?.body ?? '', tested?.headers ?? {})
  await done(`POST ${PATH}/${id}/rotate-secret`, { grace_sec: 0 })
  await done(`POST ${PATH}/${id}/test`)
  const last = receiver.requests.filter(({ type }) => type === 'test').at(-1)
  t.throws(() => new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {}))
  const { version } = await done(`GET ${PATH}/${id}`)
  const moved = { version, url: 'https://other.example.com/' }
  t.match(await front.ask(`PATCH ${PATH}/${id}`, 'admin', moved), {
    status: 400,
    fields: ['secret'],
  })
  const given = { ...moved, secret: old }
  t.match(await front.ask(`PATCH ${PATH}/${id}`, 'admin', given), { status: 200 })
  await removed(id)
})

t.test('a refused account waits while others go on; Retry-After sets the time', async (t) => {
  const [ada, bob] = [await funded(front), await funded(front)]
  const receiver = await Receiver.start(t)
  let isOpen = false
  receiver.react = ({ data }) =>
    data.login === ada && !isOpen
      ? { status: 429, headers: { 'retry-after': '1' }, body: 'later' }
      : 200
  const { id } = await make(receiver.url, { kinds: ['deal'] })
  await deposit(front, ada, '1.00')
  await deposit(front, ada, '2.00')
  await deposit(front, bob, '3.00')
  await receiver.until(() => receiver.events.some(({ data }) => data.login === bob))
  const shown = await until(id, ({ lag }) => lag === 2)
  t.match(shown, { status: 'failing', last_error: /429/ })
  const waiting = await delivery(id, ({ state }) => state === 'retrying')
  t.match(waiting, { login: ada, status: 429, answer: 'later' })
  isOpen = true
  await receiver.until(() => receiver.events.length === 3)
  await until(id, ({ lag, status }) => lag === 0 && status === 'ok')
  const deposits = receiver.events.flatMap(({ data }) =>
    data.login === ada ? data.data.profit : [],
  )
  t.same(deposits, ['1.00', '2.00'])
  await removed(id)
})

t.test('a receiver that fails, closes, redirects: nothing is lost', async (t) => {
  const login = await funded(front)
  const receiver = await Receiver.start(t)
  const { id } = await make(receiver.url, { kinds: ['deal'] })
  const elsewhere = { status: 302, headers: { location: receiver.url.replace('events', 'else') } }
  let accepted = 0
  for (const reaction of [500, 'close', elsewhere] as const) {
    receiver.react = () => reaction
    const before = receiver.requests.length
    await deposit(front, login, '1.00')
    await receiver.until(() => receiver.requests.length > before)
    await until(id, ({ status }) => status === 'failing')
    receiver.react = () => 200
    // Any change has everything tried again at once.
    await change(id, { description: `after ${before}` })
    const wanted = ++accepted
    await receiver.until(() => receiver.events.length === wanted)
  }
  t.notMatch(receiver.requests.map(({ headers }) => headers['host']).join(), 'else')
  await removed(id)
})

t.test('a receiver that answers 410 is sent nothing more, until it is enabled', async (t) => {
  const login = await funded(front)
  const receiver = await Receiver.start(t)
  receiver.react = () => 410
  const { id } = await make(receiver.url, { kinds: ['deal'] })
  await deposit(front, login, '1.00')
  await until(id, ({ enabled, status }) => enabled === false && status === 'disabled')
  while (!(await lines(id)).some((text) => /receiver answered 410/.test(text))) await moment()
  await deposit(front, login, '2.00')
  receiver.react = () => 200
  await change(id, { enabled: true })
  await receiver.until(() => receiver.events.length === 2)
  await removed(id)
})

t.test('a replay delivers again what follows a time or a cursor', async (t) => {
  const login = await funded(front)
  const receiver = await Receiver.start(t)
  const { id } = await make(receiver.url, { kinds: ['deal'] })
  await deposit(front, login, '1.00')
  await deposit(front, login, '2.00')
  await receiver.until(() => receiver.events.length === 2)
  const [first] = receiver.accepted
  const again = `POST ${PATH}/${id}/replay`
  await done(again, { from: first })
  await receiver.until(() => receiver.requests.length === 3)
  t.equal(receiver.requests[2]?.id, receiver.accepted[1])
  for (const from of ['yesterday', 'ffffffff-0-0-0']) {
    t.match(await front.ask(again, 'admin', { from }), { status: /400|409/ })
  }
  const from = new Date(Date.now() - 60_000).toISOString()
  await done(again, { from })
  await receiver.until(() => receiver.requests.slice(3).some(({ id: event }) => event === first))
  t.ok((await lines(id)).some((text) => text.includes(from)))
  await removed(id)
})

t.test('a webhook has the rights and groups of its owner at each delivery', async (t) => {
  const [ada, bob] = [await funded(front), await funded(front, { group: 'demo\\netting' })]
  const receiver = await Receiver.start(t)
  const { id } = await make(receiver.url, { kinds: ['deal'], group: 'demo\\netting' })
  await deposit(front, ada, '1.00')
  await deposit(front, bob, '2.00')
  await receiver.until(() => receiver.events.length === 1)
  t.equal(receiver.events[0]?.data.login, bob)
  await removed(id)
})
