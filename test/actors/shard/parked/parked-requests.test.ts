import t from 'tap'
import {
  type ParkedRequest,
  ParkedRequests,
} from '../../../../actors/shard/parked/parked-requests.js'
import { emptyAccount } from '../../../../engine/account/state.js'
import { WAITING_PER_ACCOUNT_MAX, WAITING_PER_SHARD_MAX } from '../../../../engine/limits.js'
import { LOGIN } from '../../../given/account.js'
import { HEDGING } from '../../../given/book.js'

const account = emptyAccount({
  ...{ login: LOGIN, group: HEDGING, leverage: 0, enabled: true, trading_enabled: true },
  ...{ limit_positions: 0, limit_orders: 0, archived: false },
})

function waiting(id: number, dueAt: number, login = LOGIN): ParkedRequest {
  return {
    ...{
      id,
      account: { ...account, login },
      requestKey: '',
      digest: 0,
      isClients: true,
      hasStarted: true,
    },
    ...{ offer: undefined, worstPrice: undefined, asked: {}, noteOf: undefined, tells: [] },
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
