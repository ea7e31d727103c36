import t from 'tap'
import {
  type AtProviderState,
  type ParkedRequest,
  ParkedRequests,
  type RestsAtProviderState,
} from '../../../../actors/shard/routed/parked-requests.js'
import { type Account, emptyAccount } from '../../../../engine/account/state.js'
import {
  RESTING_AT_PROVIDER_PER_ACCOUNT_MAX,
  RESTING_AT_PROVIDER_PER_SHARD_MAX,
  WAITING_PER_ACCOUNT_MAX,
  WAITING_PER_SHARD_MAX,
} from '../../../../engine/limits/trading.js'
import { givenProfile, LOGIN } from '../../../given/account.js'

const account = emptyAccount(givenProfile())

function waiting(id: number, dueAt: number, login = LOGIN): ParkedRequest {
  return {
    id,
    account: { ...account, login },
    requestKey: '',
    digest: 0,
    isClients: true,
    hasStarted: true,
    offer: undefined,
    worstPrice: undefined,
    asked: {},
    noteOf: undefined,
    tells: [],
    touched: { positions: [], orders: [] },
    state: { is: 'orphaned', dueAt },
  }
}

t.test('one that goes leaves the others due when they were, and the last one nothing', (t) => {
  const requests = new ParkedRequests()
  const [one, two, three] = [waiting(1, 100), waiting(2, 200), waiting(3, 300)]
  for (const parked of [one, two, three]) requests.add(parked)
  requests.remove(three)
  t.equal(requests.nextDueAt, 100)
  t.same(requests.takeDue(99), [])
  t.same(requests.takeDue(100), [one])
  requests.remove(one)
  t.equal(requests.nextDueAt, 200)
  t.same(requests.takeDue(200), [two])
  requests.due(two, 250)
  requests.remove(two)
  t.equal(requests.nextDueAt, Number.POSITIVE_INFINITY, 'no timer is set for it')
  t.equal(requests.size, 0)
  t.end()
})

t.test('as many as may wait of an account do, and no more', async (t) => {
  const requests = new ParkedRequests()
  for (let id = 1; id < WAITING_PER_ACCOUNT_MAX; id++) requests.add(waiting(id, 100))
  t.equal(requests.refuseMore(LOGIN), undefined)
  requests.add(waiting(WAITING_PER_ACCOUNT_MAX, 100))
  const message = 'Too many requests of the account wait. Try again later.'
  t.match(requests.refuseMore(LOGIN), { ok: false, message })
  t.equal(requests.refuseMore(LOGIN + 1), undefined)
})

t.test('as many as may wait of a shard do, and no more', async (t) => {
  const requests = new ParkedRequests()
  for (let id = 1; id < WAITING_PER_SHARD_MAX; id++) requests.add(waiting(id, 100, LOGIN + id))
  t.equal(requests.refuseMore(LOGIN), undefined)
  requests.add(waiting(WAITING_PER_SHARD_MAX, 100, LOGIN + WAITING_PER_SHARD_MAX))
  const message = 'Too many requests on this server wait. Try again later.'
  t.match(requests.refuseMore(LOGIN), { ok: false, message })
})

const THERE: RestsAtProviderState = {
  is: 'rests_at_provider',
  gatewayId: 3,
  asked: '',
  filled: 0,
  value: 0n,
  isSummed: true,
  hasMore: false,
  isPlacing: false,
  phase: 'placed',
  isKept: false,
  ended: undefined,
  dueAt: 100,
}

/** An order that rests at a provider, of which `asked` is asked. */
function resting(id: number, login = LOGIN, asked = ''): ParkedRequest {
  return { ...waiting(id, 100, login), state: { ...THERE, asked } }
}

t.test(
  'orders that rest at providers wait for nothing, except while something is asked',
  async (t) => {
    const requests = new ParkedRequests()
    const LAST = WAITING_PER_ACCOUNT_MAX
    for (let id = 1; id < LAST; id++) requests.add(waiting(id, 100))
    const there = [resting(1001), resting(1002)]
    for (const one of there) requests.add(one)
    t.equal(requests.refuseMore(LOGIN), undefined)
    requests.moveTo(there[0] as ParkedRequest, { ...THERE, asked: 'cancel' })
    t.match(requests.refuseMore(LOGIN), { ok: false })
  },
)

t.test('so many orders of an account rest at providers, and no more', async (t) => {
  const requests = new ParkedRequests()
  const message = 'Too many orders of the account rest at providers. Try again later.'
  requests.add(waiting(1, 100))
  const last = resting(RESTING_AT_PROVIDER_PER_ACCOUNT_MAX + 1)
  for (let id = 2; id <= RESTING_AT_PROVIDER_PER_ACCOUNT_MAX; id++) requests.add(resting(id))
  t.equal(requests.refuseAtProvider(LOGIN), undefined)
  requests.add(last)
  t.match(requests.refuseAtProvider(LOGIN), { ok: false, message })
  t.equal(requests.refuseAtProvider(LOGIN + 1), undefined, 'another account')
  requests.remove(last)
  requests.remove(last)
  t.equal(requests.refuseAtProvider(LOGIN), undefined)
})

t.test('so many orders of a shard rest at providers, and no more', async (t) => {
  const requests = new ParkedRequests()
  const message = 'Too many orders of this server rest at providers. Try again later.'
  for (let id = 1; id < RESTING_AT_PROVIDER_PER_SHARD_MAX; id++)
    requests.add(resting(id, LOGIN + id))
  const other = resting(1, LOGIN + 1)
  requests.remove(other)
  t.equal(requests.refuseAtProvider(LOGIN), undefined, 'one more')
  const last = resting(RESTING_AT_PROVIDER_PER_SHARD_MAX, LOGIN + RESTING_AT_PROVIDER_PER_SHARD_MAX)
  requests.add(last)
  t.match(requests.refuseAtProvider(LOGIN), { ok: false, message })
  requests.remove(last)
  t.equal(requests.refuseAtProvider(LOGIN), undefined, 'one has gone')
})

t.test('a request is found by its key, of its account, and one without a key is not', async (t) => {
  const requests = new ParkedRequests()
  const [plain, named] = [waiting(1, 100), { ...waiting(2, 100), requestKey: 'o:one' }]
  for (const one of [plain, named]) requests.add(one)
  t.equal(requests.withKey(LOGIN, 'o:one'), named)
  t.equal(requests.withKey(LOGIN, 'o:two'), undefined)
  t.equal(requests.withKey(LOGIN, ''), undefined)
  t.equal(requests.withKey(LOGIN + 1, 'o:one'), undefined)
  t.same(requests.of(LOGIN), [plain, named])
  t.same(requests.of(LOGIN + 1), [])
})

/** A request about these positions and orders; `order` is its own, at its provider. */
function about(
  id: number,
  positions: readonly number[],
  { orders = [], kind = 'close', order }: About = {},
): ParkedRequest {
  const held = { ...waiting(id, 100), touched: { positions, orders }, asked: { kind } }
  const rows = new Map(order === undefined ? [] : [[id, { id, ...order }]])
  const account = {
    ...held.account,
    orders: rows,
    positions: new Map([
      [5, { id: 5, side: 1, volume: 1000 }],
      [7, { id: 7, side: -1, volume: 900 }],
    ]),
  } as unknown as Account
  const state =
    order?.away === true ? ({ is: 'at_provider', dueAt: 100 } as AtProviderState) : held.state
  return { ...held, account, state, asked: { kind } as ParkedRequest['asked'] }
}
interface About {
  readonly orders?: readonly number[]
  readonly kind?: string
  readonly order?: {
    readonly away: boolean
    readonly positionId: number
    readonly side: number
    readonly volumeCurrent: number
  }
}

t.test('no two requests are about one position or one order', async (t) => {
  const requests = new ParkedRequests()
  requests.add(about(1, [5, 6], { orders: [8, 9] }))
  const busy = (positions: readonly number[], orders: readonly number[], login = LOGIN) =>
    requests.busy(login, { positions, orders })?.message
  const why = 'is being processed. Wait for its result.'
  t.equal(busy([4, 6], []), `Position 6 ${why}`)
  t.equal(busy([4], [7, 9]), `Order 9 ${why}`)
  t.equal(busy([4, 8], [5, 6]), undefined, 'numbers of the other kind')
  t.equal(busy([5], [9], LOGIN + 1), undefined, 'of another account')
})

t.test('a position is at a provider while an order about it is', async (t) => {
  const requests = new ParkedRequests()
  const away = { away: true, positionId: 5, side: -1, volumeCurrent: 300 }
  t.equal(requests.isAtProvider(LOGIN, 5), false)
  requests.add(about(1, [7]))
  requests.add(about(2, [5], { order: away }))
  t.equal(requests.isAtProvider(LOGIN, 5), true)
  t.equal(requests.isAtProvider(LOGIN, 7), false, 'a dealer is asked about it')
  t.equal(requests.isAtProvider(LOGIN, 6), false)
})

t.test('of positions is outside what a provider or a stop out closes of them', async (t) => {
  const closing = (...held: readonly ParkedRequest[]) => {
    const requests = new ParkedRequests()
    for (const one of held) requests.add(one)
    const outside = requests.outside(account, 0)
    return outside === undefined
      ? undefined
      : [[...outside.closing], [5, 6, 7].filter((id) => outside.isBusy(id))]
  }
  const part = { away: true, positionId: 5, side: -1, volumeCurrent: 300 }
  t.equal(closing(), undefined)
  t.same(closing(about(1, [5], { order: part })), [[[5, 300]], [5]], 'what is left of the order')
  const rest = { ...part, volumeCurrent: 200 }
  t.same(closing(about(1, [5], { order: part }), about(2, [5], { order: rest })), [[[5, 500]], [5]])
  t.same(closing(about(1, [5], { order: { ...part, side: 1 } })), [[], [5]], 'it adds to it')
  t.same(closing(about(1, [6], { order: { ...part, positionId: 6 } })), [[], [6]], 'it is closed')
  t.same(closing(about(1, [5], { order: { ...part, away: false } })), [[], [5]], 'with a dealer')
  t.same(closing(about(1, [5]), about(2, [7], { kind: 'stop_out' })), [[[7, 900]], [5, 7]])
  t.same(closing(about(1, [6], { kind: 'stop_out' })), [[], [6]])
  const gone = new ParkedRequests()
  const one = about(1, [5])
  gone.add(one)
  gone.remove(one)
  t.equal(gone.outside(account, 0), undefined, 'nothing is kept of an account whose last one went')
})
