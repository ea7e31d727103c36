import t from 'tap'
import {
  isError,
  type OpenfloorError,
  StaffClient,
  type StaffEvent,
  type StaffEventsOptions,
} from '../../client/index.js'
import { nodeSocket } from '../../client/node/index.js'
import type { Fetch } from '../../client/platform.js'
import { makeKey, staffUser } from '../given/api-keys.js'
import { until } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { CutLine } from './cut-line.js'

// The back-office side of the client, as a program with an API key has it.

t.setTimeout(0)
const server = await WholeServer.start(t)
const RIGHTS = ['accounts.view', 'accounts.edit', 'accounts.balance', 'trades.view', 'events']
const { login: clerk } = await staffUser(server, { rights: RIGHTS })
const { key } = await makeKey(server, { login: clerk })
const { login } = await server.account()
const QUICK = { firstPauseMs: 20, mostPauseMs: 200 }

function program(base = server.origin, apiKey = key, fetch?: Fetch): StaffClient {
  const platform = { socket: nodeSocket(), ...(fetch === undefined ? {} : { fetch }) }
  return new StaffClient({ base, apiKey, platform })
}

function payment(amount: string) {
  const body = { action: 'deposit', amount, request_id: crypto.randomUUID() } as const
  return { params: { login }, body }
}

async function pay(amount: string): Promise<number | null> {
  const paid = await program().request('POST /admin/v1/accounts/{login}/balance', payment(amount))
  return paid.deal_id
}

async function newest(): Promise<string> {
  const query = { latest: true }
  return (await program().request('GET /admin/v1/events', { query })).next
}

/** The first events of a kind: their iteration is then left. */
async function firstEvents(count: number, options: StaffEventsOptions, client = program()) {
  const found: StaffEvent[] = []
  for await (const event of client.events({ kinds: ['deal'], ...options })) {
    found.push(event)
    if (found.length === count) break
  }
  return found
}

const amounts = (events: readonly StaffEvent[]) =>
  events.map((event) => (event.kind === 'deal' ? event.data.profit : event.kind))

t.test('an API key works without a sign-in, on REST and on the live socket', async (t) => {
  const client = program()
  t.equal((await client.request('GET /admin/v1/auth/me')).login, clerk)
  const live = client.live(QUICK)
  live.start()
  await live.whenLive()
  live.stop()
  await t.rejects(client.signIn({ login: clerk, password: 'Clerk123!xClerk' }), TypeError)
})

t.test('a revoked key ends the live socket and the events, each with its name', async (t) => {
  const { id, key: revoked } = await makeKey(server, { login: clerk })
  const client = program(server.origin, revoked)
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  live.start()
  await live.whenLive()
  await server.done(`DELETE /admin/v1/api-keys/${id}`)
  await until(() => live.state === 'signed-out')
  await t.rejects(firstEvents(1, { after: await newest() }, client), {
    code: 'auth.session_expired',
    status: 401,
  })
})

t.test('a payment whose answer is lost is sent again under its id, and booked once', async (t) => {
  const cursor = await newest()
  let sent = 0
  const losing: Fetch = async (url, request) => {
    const answer = await fetch(url, request as RequestInit)
    if (url.endsWith('/balance') && ++sent === 1) throw new TypeError('the answer is lost')
    return answer
  }
  const client = program(server.origin, key, losing)
  const paid = payment('7.00')
  const { deal_id } = await client.request('POST /admin/v1/accounts/{login}/balance', paid)
  t.equal(sent, 2)
  await pay('8.00')
  const events = await firstEvents(2, { after: cursor })
  t.same(amounts(events), ['7.00', '8.00'])
  t.equal(events[0]?.kind === 'deal' && events[0].data.id, deal_id)
})

t.test('events go on at the cursor that the program stored', async (t) => {
  const after = await newest()
  for (const amount of ['1.00', '2.00', '3.00', '4.00']) await pay(amount)
  const [, two] = await firstEvents(2, { after })
  t.same(amounts(await firstEvents(2, { after: two?.id ?? '' })), ['3.00', '4.00'])
  const again = program().events({ after, kinds: ['deal'], limit: 1 })
  for await (const { id } of again) if (id === two?.id) break
  t.not(again.cursor, two?.id, 'an event that the program did not finish comes again')
  const rest: StaffEvent[] = []
  for await (const event of again) {
    rest.push(event)
    if (rest.length === 3) break
  }
  t.same(amounts(rest), ['2.00', '3.00', '4.00'], 'over pages of one event')
})

t.test('with a wait of 0, events end at the newest one', async (t) => {
  const after = await newest()
  await pay('5.00')
  await firstEvents(1, { after })
  const found = program().events({ after, kinds: ['deal'], waitSec: 0 })
  const all: StaffEvent[] = []
  for await (const event of found) all.push(event)
  t.same(amounts(all), ['5.00'])
  t.not(found.cursor, after)
})

t.test('events are told as they come, and end when the program stops them', async (t) => {
  const events = program().events({ latest: true, kinds: ['deal'] })
  const found: StaffEvent[] = []
  const told = new Promise<void>((resolve) => {
    void (async () => {
      for await (const event of events) if (found.push(event) === 2) resolve()
    })()
  })
  await until(() => events.cursor !== null)
  await pay('9.00')
  await pay('10.00')
  await told
  t.same(amounts(found), ['9.00', '10.00'])
  const waiting = program().events({ after: events.cursor ?? '', kinds: ['deal'] })
  const next = waiting[Symbol.asyncIterator]().next()
  await new Promise(setImmediate)
  waiting.stop()
  events.stop()
  t.same(await next, { value: undefined, done: true })
})

t.test('events wait until the server is back', async (t) => {
  const line = await CutLine.to(server.port, t)
  const after = await newest()
  const failures: string[] = []
  line.isDown = true
  const reading = firstEvents(
    1,
    {
      after,
      onRetry: ({ code }) => {
        failures.push(code)
        line.isDown = false
      },
    },
    program(line.base),
  )
  await pay('11.00')
  t.same(amounts(await reading), ['11.00'])
  t.same(new Set(failures), new Set(['network']))
  const impatient = { after, retryForMs: 0 }
  await t.rejects(firstEvents(1, impatient, program('http://127.0.0.1:1')), { code: 'network' })
})

/** A server that answers the first read of events itself. */
function answering(status: number, code: string, data: unknown, headers: Record<string, string>) {
  let isFirst = true
  const send: Fetch = async (url, request) => {
    if (!isFirst || !url.includes('/events')) return fetch(url, request as RequestInit)
    isFirst = false
    const envelope = { success: false, code, message: code, data, request_id: 'r' }
    return new Response(JSON.stringify(envelope), { status, headers })
  }
  return program(server.origin, key, send)
}

t.test(
  'events wait as long as a busy server asks, and name what waiting cannot mend',
  async (t) => {
    const after = await newest()
    await pay('12.00')
    for (const [status, code] of [
      [429, 'too_many_requests'],
      [503, 'unavailable'],
    ] as const) {
      const waits: (number | null)[] = []
      const onRetry = ({ retryAfterMs }: OpenfloorError) => waits.push(retryAfterMs)
      const busy = answering(status, code, null, { 'retry-after': '1' })
      t.same(amounts(await firstEvents(1, { after, onRetry }, busy)), ['12.00'])
      t.same(waits, [1000], code)
    }
    const gone = `00000000${after.slice(8)}`
    const error = await firstEvents(1, { after: gone }).catch((thrown: unknown) => thrown)
    t.ok(isError(error, 'resume_gone'))
    const { oldest } = (error as OpenfloorError).data as { readonly oldest: string }
    t.equal((await firstEvents(1, { after: oldest })).length, 1, 'the program may begin there')
  },
)
