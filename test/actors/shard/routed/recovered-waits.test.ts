import t from 'tap'
import type { AccountBooks } from '../../../../actors/shard/books.js'
import {
  recoveredAtProvider,
  recoveredWaits,
} from '../../../../actors/shard/routed/recovered-waits.js'
import type { OrderEvent } from '../../../../engine/account/event.js'
import type { Account } from '../../../../engine/account/state.js'

// Goal: after a restart what waited is known by its orders, each under the key of the request that asked.

interface Given {
  readonly key?: string
  readonly rows?: readonly object[]
  readonly at?: number
}

const CREATED_AT = 1000

/** An account with these orders, and a log whose records follow each other; an undefined one cannot be read. */
function given(orders: readonly object[], log: readonly (Given | undefined)[]) {
  const records = log.map((one, index) => ({
    seq: index + 1,
    previousSeq: index,
    at: one?.at ?? CREATED_AT + index,
    requestKey: one?.key ?? '',
    requestDigest: index + 1,
    events: [{ type: 'balance', id: 5 }, ...(one?.rows ?? []), { type: 'deal', id: 5, asked: '' }],
  }))
  const find = (seq: number) => (log[seq - 1] === undefined ? undefined : records[seq - 1])
  const core = { records: { recordWalk: () => find } } as unknown as AccountBooks
  const rows = new Map(orders.map((row) => [(row as OrderEvent).id, row as OrderEvent]))
  const account = { lastRecordSeq: log.length, orders: rows } as unknown as Account
  return { core, account }
}

const row = (over: object = {}) => ({
  type: 'order',
  id: 5,
  kind: 'limit',
  state: 'started',
  createdAt: CREATED_AT,
  positionId: 0,
  byPositionId: 0,
  gatewayId: 3,
  attempt: 0,
  asked: '',
  ...over,
})

t.test('what was started waits, under the key of its newest record', (t) => {
  const market = { kind: 'market', gatewayId: 0 }
  const { core, account } = given(
    [
      row({ ...market, positionId: 7, byPositionId: 8 }),
      row({ id: 6 }),
      row({ id: 9, ...market }),
      row({ id: 10, state: 'placed' }),
      row({ id: 11, attempt: 1 }),
    ],
    [
      { key: 'o:old', rows: [row()] },
      { key: 'o:one', rows: [row()] },
      undefined,
      { key: 'o:two', rows: [row({ id: 7 }), row({ id: 6 })] },
      { rows: [row({ id: 9 })] },
    ],
  )
  const plain = {
    account,
    hasStarted: true,
    offer: undefined,
    worstPrice: undefined,
    asked: {},
    noteOf: undefined,
    tells: [],
  }
  t.same(
    [...recoveredWaits(core, [account])],
    [
      {
        id: 5,
        requestKey: '',
        digest: 0,
        isClients: false,
        touched: { positions: [7, 8], orders: [] },
        ...plain,
      },
      {
        id: 6,
        requestKey: 'o:two',
        digest: 4,
        isClients: true,
        touched: { positions: [6], orders: [6] },
        ...plain,
      },
      {
        id: 9,
        requestKey: '',
        digest: 5,
        isClients: false,
        touched: { positions: [], orders: [] },
        ...plain,
      },
    ],
    'beyond what cannot be read nothing is known',
  )
  t.end()
})

t.test('what is asked of a provider has the key of the request that asked it', (t) => {
  const there = (asked: string) => row({ attempt: 1, asked })
  const other = row({ id: 6, attempt: 1, asked: 'cancel' })
  const asker = (asked: string, log: readonly (Given | undefined)[]) => {
    const { core, account } = given([row({ id: 8 }), there(asked)], log)
    const found = [...recoveredAtProvider(core, [account])]
    t.same(
      found.map(({ order, account: whose }) => [order.id, whose === account]),
      [[5, true]],
    )
    return found[0]?.key
  }
  const placed = { key: 'o:place', rows: [there('place')] }
  const changed = { key: 'o:change', rows: [there('{}')] }
  const rests = { rows: [there('')] }
  const none = { requestKey: '', digest: 0, isPlacing: false }
  const placing = { requestKey: 'o:place', digest: 1, isPlacing: true }
  t.same(asker('', [placed, rests, changed]), none, 'nothing is asked')
  t.same(asker('place', [placed]), placing)
  t.same(asker('place', [placed, { key: 'o:fill', rows: [there('place')] }]), placing)
  t.same(asker('{}', [placed, rests, changed, { key: 'o:other', rows: [other] }, changed]), {
    requestKey: 'o:change',
    digest: 3,
    isPlacing: false,
  })
  t.same(asker('{}', [changed, undefined, { ...changed, key: 'o:again' }]), {
    requestKey: 'o:again',
    digest: 3,
    isPlacing: false,
  })
  t.same(asker('{}', [{ key: 'o:x', rows: [there('x'), there('{}')] }]), {
    requestKey: 'o:x',
    digest: 1,
    isPlacing: false,
  })
  t.same(asker('{}', [{ key: 'o:both', rows: [there('{}'), { ...other, asked: '' }] }]), {
    requestKey: 'o:both',
    digest: 1,
    isPlacing: false,
  })
  const before = { key: 'o:before', rows: [there('place')], at: CREATED_AT - 1 }
  t.same(asker('{}', [before, changed]), {
    requestKey: 'o:change',
    digest: 2,
    isPlacing: false,
  })
  t.same(asker('place', []), none)
  t.end()
})
