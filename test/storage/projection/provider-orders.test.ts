import t from 'tap'
import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import { executionKey } from '../../../engine/names/execution-key.js'
import { requestKeyHash } from '../../../engine/numbers/request-key-hash.js'
import { requestKeySecretOf } from '../../../storage/repos/meta.js'
import { ordersRepo } from '../../../storage/repos/trades/orders.js'
import { positionsRepo } from '../../../storage/repos/trades/positions.js'
import { requestKeysRepo } from '../../../storage/repos/trades/request-keys.js'
import { verify } from '../../../storage/verify/verify.js'
import { accountRecord } from '../../given/records/events.js'
import { commitTurn } from '../../given/records/histories.js'
import { openBooks, projectAll, projector } from '../../given/records/projection.js'
import { deal, order, position } from '../../wire/record/sample-records.js'

// Goal: an order that a provider fills in parts is in the tables as in the log, whatever batches it came in.

const LOGIN = 100_001
const ID = 700
const LOT = 100_000_000
const SENT = { ...order(ID), gatewayId: 3, rateMargin: 5n, doneAt: 0, state: 'started' } as const
const HALF = { volumeInitial: LOT, volumeCurrent: LOT / 2 }

/** Sent, filled in two parts at two prices, and closed in one go. */
const LIFE: readonly (readonly AccountEvent[])[] = [
  [{ ...SENT, volumeInitial: LOT, volumeCurrent: LOT, positionId: 0 }],
  [
    { ...SENT, ...HALF, version: 2, externalId: 'P-1', filledValue: 108_520n, lastDealId: 1 },
    { ...deal(ID), id: 1, entry: 'in', volume: LOT / 2, commission: -7, externalId: 'X-1' },
    { ...position(ID), volume: LOT / 2, version: 1 },
  ],
  [
    {
      ...SENT,
      version: 3,
      state: 'filled',
      doneAt: 9,
      lastDealId: 2,
      externalId: 'P-1',
      volumeInitial: LOT,
      volumeCurrent: 0,
      filledValue: 217_041n,
    },
    { ...deal(ID), id: 2, entry: 'in', volume: LOT / 2, commission: -8, externalId: 'X-2' },
    { ...position(ID), volume: LOT, version: 2, openRest: 1 },
  ],
  [
    { ...order(ID + 1), positionId: ID },
    { ...deal(ID + 1), id: 3, positionId: ID, volume: LOT },
    { ...position(ID), volume: 0, version: 3, closedAt: 10 },
  ],
]

function recordsOf(life: readonly (readonly AccountEvent[])[]): AccountRecord[] {
  let accountSeq = 0
  return life.map((events, i) => {
    const record: AccountRecord = accountRecord({
      seq: i + 1,
      previousSeq: i,
      at: 1_764_000_000_000 + i,
      login: LOGIN,
      accountSeq,
      events,
    })
    accountSeq += events.length
    return record
  })
}

for (const ends of [[1, 2, 3], [2], [1], []]) {
  t.test(`filled in parts, in batches that end at ${ends.join() || 'its end'}`, async (t) => {
    const { logs, db } = openBooks(t)
    for (const record of recordsOf(LIFE)) commitTurn(logs[0] as (typeof logs)[0], [record])
    const one = projector(db, logs)
    for (const seq of ends) projectAll(one, seq)
    projectAll(one, LIFE.length)
    t.same(verify({ db, logs }).differences, [])
    t.equal(positionsRepo(db).countOfLogin(LOGIN), 0)
    t.match(ordersRepo(db).get(ID)?.order, {
      gatewayId: 3,
      externalId: 'P-1',
      filledValue: 217_041n,
      lastDealId: 2,
    })
    const keys: [number, number][] = []
    requestKeysRepo(db).ofShard(0, 0, (hash, seq) => keys.push([hash, seq]))
    const key = (execution: string) =>
      requestKeyHash(requestKeySecretOf(db), LOGIN, executionKey(ID, execution))
    t.same(
      keys.slice(0, 2),
      [
        [key('X-1'), 2],
        [key('X-2'), 3],
      ],
      'its executions are known',
    )
    db.exec("UPDATE deals SET external_id = 'X-9' WHERE id = 2")
    t.match(verify({ db, logs }).differences, [{ subject: 'deal 2', field: 'externalId' }])
  })
}
