import t from 'tap'
import {
  GatewayOutbox,
  OUTBOX_MAX,
  REPORT_REPEAT_MS,
} from '../../../../actors/links/gateways/gateway-outbox.js'
import type { ProviderSession } from '../../../../actors/links/gateways/provider-session.js'

// Goal: a report is said until it is taken, and taken once however often the provider repeats it.

const BODY = {
  gateway: 3,
  order: '1-2-1',
  state: 'working' as const,
  external_id: '',
  execution: null,
  total: 0,
  average: 0,
  text: '',
}

function givenSession() {
  const taken: number[] = []
  return {
    taken,
    session: { taken: (mark: number) => taken.push(mark) } as never as ProviderSession,
  }
}

t.test('it is said again until it is taken', (t) => {
  const outbox = new GatewayOutbox()
  const { session, taken } = givenSession()
  t.match(outbox.add(BODY, { session, mark: 7 }, 0), { ...BODY, number: 1 })
  t.same([...outbox.overdue(REPORT_REPEAT_MS - 1)], [])
  t.match([...outbox.overdue(REPORT_REPEAT_MS)], [{ number: 1 }])
  t.same([...outbox.overdue(REPORT_REPEAT_MS + 1)], [])
  t.match(
    [...outbox.overdue(REPORT_REPEAT_MS + 1, 0)],
    [{ number: 1 }],
    'a new shard hears all at once',
  )
  t.match(outbox.taken(1), BODY)
  t.same(taken, [7])
  t.equal(outbox.taken(1), undefined)
  t.same([...outbox.overdue(1e9)], [])
  t.end()
})

t.test('what the provider repeats meanwhile is the same report', (t) => {
  const outbox = new GatewayOutbox()
  const [first, second] = [givenSession(), givenSession()]
  outbox.add(BODY, { session: first.session, mark: 1 }, 0)
  t.equal(outbox.add(BODY, { session: second.session, mark: 1 }, 5), undefined)
  t.match(outbox.add({ ...BODY, total: 5 }, { session: second.session, mark: 2 }, 5), { number: 2 })
  t.equal(outbox.size, 2)
  outbox.taken(1)
  t.same([first.taken, second.taken], [[1], [1]])
  t.match(
    outbox.add(BODY, { session: second.session, mark: 3 }, 9),
    { number: 3 },
    'later it is new',
  )
  t.end()
})

t.test('it is full at its bound', (t) => {
  const outbox = new GatewayOutbox()
  const { session } = givenSession()
  for (let i = 0; i < OUTBOX_MAX; i++) {
    t.notOk(outbox.isFull)
    outbox.add({ ...BODY, total: i }, { session, mark: i }, 0)
  }
  t.ok(outbox.isFull)
  t.end()
})
