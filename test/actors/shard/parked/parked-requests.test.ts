import t from 'tap'
import {
  type ParkedRequest,
  ParkedRequests,
} from '../../../../actors/shard/parked/parked-requests.js'
import { emptyAccount } from '../../../../engine/account/state.js'
import { LOGIN } from '../../../given/account.js'
import { HEDGING } from '../../../given/book.js'

const account = emptyAccount({
  ...{ login: LOGIN, group: HEDGING, leverage: 0, enabled: true, trading_enabled: true },
  ...{ limit_positions: 0, limit_orders: 0, archived: false },
})

function waiting(id: number, dueAt: number): ParkedRequest {
  return {
    ...{ id, account, requestKey: '', digest: 0, isClients: true, hasStarted: true },
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
