import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { DealingDesk, type DealingShard } from '../../../http/readers/dealing-desk.js'
import { LiveSession } from '../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import type { LiveSockets } from '../../../http/socket/live-sockets.js'
import { StaffConnection } from '../../../http/socket/staff/staff-connection.js'
import type { DealingRow } from '../../../wire/thread/dealing.js'
import { rule } from '../../given/floors/dealing-floor.js'
import { factsOf, type GivenStaff, staffFacts } from '../../given/fronts/socket-front.js'

/** What a socket hears, and a shard. */
type Told = unknown[]

class Dealer {
  readonly told: Told = []
  readonly session: LiveSession
  readonly connection: StaffConnection

  constructor(login: number, staff: GivenStaff = {}) {
    const who = { id: `s${login}`, login, side: 'staff', terminal: 'manager', readOnly: false }
    const times = { createdAt: 0, refreshedAt: 0, accessExpiresAt: 0, refreshExpiresAt: 0 }
    const digests = { access: '', refresh: '', csrf: '', family: '' }
    const from = { keepSignedIn: false, ip: '', userAgent: '', digests }
    const record = { ...who, ...times, ...from } as ConstructorParameters<typeof LiveSession>[0]
    this.session = new LiveSession(record, factsOf(login, staffFacts(staff)))
    const state = { kind: 'live', session: this.session } as const
    this.connection = new StaffConnection(login, 'json', `192.0.2.${login}`, state, 0)
    const send = (frame: Uint8Array) => this.told.push(JSON.parse(Buffer.from(frame).toString()))
    this.connection.ws = { send } as unknown as LibrarySocket
  }

  become(staff: GivenStaff): void {
    this.session.takeFacts(factsOf(this.session.login, staffFacts(staff)))
  }

  /** What it has heard since it was asked last. */
  heard(): Told {
    return this.told.splice(0)
  }
}

class Shard {
  ready = true
  told: Told = []
  /** The answer to whatever is asked next. */
  answer: unknown = { ok: true, value: 'done' }
  readonly shard: number

  constructor(shard: number) {
    this.shard = shard
  }

  async ask(op: string, request: object): Promise<unknown> {
    this.told.push([op, request])
    return this.answer
  }

  post(message: object): void {
    this.told.push(message)
  }

  heard(): Told {
    return this.told.splice(0)
  }
}

function row(id: number, over: Partial<DealingRow> = {}): DealingRow {
  return {
    id,
    login: 1001,
    group: 'demo\\standard',
    symbol: 'EURUSD',
    request: {},
    bid: '1',
    ask: '2',
    taken_by: null,
    expires_at: '',
    ...over,
  }
}

function given() {
  const shards = [new Shard(0), new Shard(1)] as const
  let ids = 0
  const desk = new DealingDesk(shards as unknown as DealingShard[], () => `r${++ids}`)
  const bounded: number[] = []
  const boundBacklog = ({ id }: StaffConnection) => bounded.push(id)
  desk.attach({ boundBacklog } as unknown as LiveSockets<StaffConnection>)
  const enter = (login: number, staff: GivenStaff = {}): Dealer => {
    const dealer = new Dealer(login, staff)
    desk.enter(dealer.connection, dealer.session)
    return dealer
  }
  const asks = (by: Dealer, act: 'take' | 'reject' | 'return', args: object) => {
    const { connection, session } = by
    return desk.act(act, { connection, session } as never, args as never)
  }
  /** A request comes to the first shard, or to another one. */
  const comes = (one: DealingRow, offered: number[] | null = null, shard = 0): void => {
    desk.onDealing(shard, { type: 'request', row: one, offered })
  }
  return { shards, desk, enter, asks, comes, bounded }
}

const dealer = (login: number, scope = ['*'], sees = true) => ({ login, scope, sees_staff: sees })
const requested = (data: DealingRow) => ({ event: 'dealing.request', data })
const gone = (id: number, outcome: string) => ({ event: 'dealing.gone', data: { id, outcome } })

t.test('the shards are told who deals, by login, when it is another list than before', (t) => {
  const { shards, desk, enter } = given()
  const [one, other] = shards
  const told = (...dealers: object[]) => ({ type: 'dealers', dealers })
  const third = enter(503)
  t.strictSame(one.heard(), [told(dealer(503))])
  const first = enter(501, { groupScope: ['demo\\*'] })
  t.strictSame(one.heard(), [told(dealer(501, ['demo\\*']), dealer(503))])
  const second = enter(502, { rights: ['dealing'] })
  const all = [dealer(501, ['demo\\*']), dealer(502, ['*'], false), dealer(503)]
  t.strictSame(one.heard(), [told(...all)])
  t.equal(other.heard().length, 3, 'the other one, too')
  enter(504, { rights: ['trades.view'] })
  const again = enter(502, { rights: ['dealing'] })
  desk.enter(third.connection, third.session)
  desk.leave(again.connection)
  t.strictSame(one.heard(), [], 'nobody came and nobody went')
  other.ready = false
  desk.leave(first.connection)
  second.become({ rights: ['trades.view'] })
  desk.enter(second.connection, second.session)
  t.strictSame(one.heard(), [told(...all.slice(1)), told(dealer(503))])
  t.strictSame(other.heard(), [], 'which is not there')
  desk.onShardReady(1)
  t.strictSame([one.heard(), other.heard()], [[], [told(dealer(503))]])
  desk.leave(third.connection)
  t.strictSame(one.heard(), [told()])
  t.end()
})

t.test('whether somebody would be given requests is known by who is there', (t) => {
  const { desk, enter } = given()
  const any = rule({ action: 'online_dealers' })
  const named = rule({ action: 'dealer', dealers: [502] })
  t.equal(desk.answers(any, 'demo\\standard'), false)
  enter(501, { groupScope: ['demo\\*'] })
  const answers = [any, named].map((one) => desk.answers(one, 'demo\\standard'))
  t.strictSame([...answers, desk.answers(any, 'real\\standard')], [true, false, false])
  t.end()
})

t.test('the queue is what waits in reach of who asks, the oldest first', (t) => {
  const { desk, comes, enter } = given()
  const rows = [row(3), row(1), row(2, { group: 'real\\standard' })]
  for (const one of rows) comes(one)
  const ids = (by: Dealer) => desk.queue(by.session).map(({ id }) => id)
  t.strictSame(ids(enter(501)), [1, 2, 3])
  t.strictSame(ids(enter(502, { groupScope: ['demo\\*'] })), [1, 3])
  const changed = row(1, { taken_by: 501 })
  comes(changed)
  t.strictSame(desk.queue(enter(503).session)[0], changed)
  desk.onDealing(0, { type: 'gone', id: 1, outcome: 'ok' })
  t.strictSame(ids(enter(504)), [2, 3])
  comes(row(9), null, 7)
  t.strictSame(ids(enter(505)), [2, 3], 'of a shard that there is')
  t.end()
})

t.test('a request is shown to whom it is offered, and gone for those who saw it', (t) => {
  const { desk, comes, enter, bounded } = given()
  const [first, second, clerk, far] = [
    enter(1),
    enter(2),
    enter(3, { rights: ['trades.view'] }),
    enter(4, { groupScope: ['real\\*'] }),
  ]
  const all = [first, second, clerk, far]
  const heard = () => all.map((one) => one.heard())
  const one = row(7)
  comes(one, [1, 3, 4])
  t.strictSame(heard(), [[requested(one)], [], [], []])
  comes(one, [2])
  t.strictSame(heard(), [[], [requested(one)], [], []])
  t.strictSame(bounded, [1, 2], 'what waits for each is looked at')
  first.become({ rights: ['dealing'] })
  desk.enter(first.connection, first.session)
  t.strictSame(heard(), [[], [], [], []], 'it may see it as before')
  desk.onDealing(0, { type: 'gone', id: 7, outcome: 'trade.timeout' })
  const timeout = gone(7, 'trade.timeout')
  t.strictSame(heard(), [[timeout], [timeout], [], []])
  desk.onDealing(0, { type: 'gone', id: 7, outcome: 'trade.timeout' })
  t.strictSame(heard(), [[], [], [], []])
  comes(one)
  t.strictSame(heard(), [[requested(one)], [requested(one)], [], []], 'to everybody')
  desk.enter(first.connection, first.session)
  t.strictSame(heard(), [[], [], [], []], 'once')
  second.become({ rights: ['trades.view'] })
  desk.enter(second.connection, second.session)
  t.strictSame(heard(), [[], [gone(7, 'forbidden')], [], []])
  second.become({})
  desk.enter(second.connection, second.session)
  t.strictSame(heard(), [[], [requested(one)], [], []])
  desk.leave(second.connection)
  first.become({ groupScope: ['real\\*'] })
  desk.enter(first.connection, first.session)
  t.strictSame(heard(), [[gone(7, 'forbidden')], [], [], []])
  desk.enter(first.connection, first.session)
  far.become({ groupScope: ['*'] })
  desk.enter(far.connection, far.session)
  t.strictSame(heard(), [[], [], [], [requested(one)]])
  far.connection.state = { kind: 'gone' }
  comes(one)
  t.strictSame(heard(), [[], [], [], []])
  desk.onDealing(0, { type: 'gone', id: 7, outcome: 'ok' })
  t.strictSame(heard(), [[], [], [], [gone(7, 'ok')]], 'the second one has left')
  t.end()
})

t.test('a shard that ends takes its own requests along', (t) => {
  const { desk, comes, enter } = given()
  const one = enter(1)
  comes(row(1), null, 0)
  comes(row(2), null, 1)
  one.heard()
  desk.onShardDeath(1)
  t.strictSame(one.heard(), [gone(2, 'trade.timeout')])
  t.strictSame(
    desk.queue(one.session).map(({ id }) => id),
    [1],
  )
  t.end()
})

t.test('what a dealer does is asked of the shard of the request, as it was said', async (t) => {
  const { shards, comes, enter, asks } = given()
  const one = enter(1)
  comes(row(5), null, 1)
  for (const shard of shards) shard.heard()
  const none = refuse('not_found', 'No request 6 waits for you.')
  t.strictSame(await asks(one, 'take', { id: 6 }), none)
  const far = enter(2, { groupScope: ['real\\*'] })
  for (const shard of shards) shard.heard()
  t.strictSame(
    await asks(far, 'take', { id: 5 }),
    refuse('not_found', none.message.replace('6', '5')),
  )
  t.strictSame(await asks(one, 'take', { id: 5 }), { ok: true, data: 'done' })
  await asks(one, 'reject', { id: 5, price: '1.5', text: 'no' })
  const by = (request: string) => ({ login: 1, ip: '192.0.2.1', request_id: request })
  const asked = [
    ['dealing', { act: 'take', id: 5, by: by('r1'), price: '', text: '' }],
    ['dealing', { act: 'reject', id: 5, by: by('r2'), price: '1.5', text: 'no' }],
  ]
  t.strictSame(
    shards.map((shard) => shard.heard()),
    [[], asked],
  )
  const refused = refuse('conflict', 'x')
  ;(shards[1] as Shard).answer = refused
  t.equal(await asks(one, 'take', { id: 5 }), refused)
})

t.test('what a socket has taken goes back when it ends, unless it has it no more', async (t) => {
  const { shards, desk, comes, enter, asks } = given()
  const [shard] = shards
  const [one, other] = [enter(1), enter(2)]
  const ids = [1, 2, 3, 4, 5, 6]
  for (const id of ids) comes(row(id))
  for (const id of ids.slice(0, 4)) {
    await asks(one, 'take', { id })
    comes(row(id, { taken_by: 1 }))
  }
  await asks(one, 'return', { id: 1 })
  comes(row(2))
  desk.onDealing(0, { type: 'gone', id: 3, outcome: 'ok' })
  comes(row(3, { taken_by: 2 }))
  await asks(other, 'take', { id: 5 })
  shard.answer = refuse('conflict', 'x')
  await asks(one, 'take', { id: 6 })
  await asks(one, 'reject', { id: 4 })
  shard.heard()
  const back = (id: number, login: number, request: string) => {
    const by = { login, ip: `192.0.2.${login}`, request_id: request }
    return ['dealing', { act: 'return', id, by, price: '', text: '' }]
  }
  desk.leave(one.connection)
  t.strictSame(shard.heard(), [back(4, 1, 'r4'), { type: 'dealers', dealers: [dealer(2)] }])
  desk.leave(one.connection)
  t.strictSame(shard.heard(), [], 'once')
  shard.answer = { ok: true, value: 'done' }
  other.connection.state = { kind: 'gone' }
  await asks(other, 'take', { id: 2 })
  t.strictSame(shard.heard().at(-1), back(2, 2, 'r9'), 'it ended before the answer')
})
