import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import {
  type AccountEvent,
  type AccountRecord,
  type OrderEvent,
  PLAIN_TERMS,
  type PositionEvent,
} from '../../../engine/account/event.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { tradeChangesRepo } from '../../../storage/repos/records/trade-changes.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { PLAIN_POSITION } from '../../given/plain.js'
import { commitTurn } from '../../given/records/histories.js'
import { projectAll, projector } from '../../given/records/projection.js'

// Changes of stops and of orders' terms come from the log's rows: who made them, what was before, and the same rows
// however many records a projector takes at a time.

const LOGIN = 1001
const AT = 1_700_000_000_000
const LOT = 100_000_000

const POSITION: PositionEvent = {
  type: 'position',
  id: 61,
  symbolId: 3,
  side: 1,
  volume: 2 * LOT,
  priceOpen: 108_111,
  priceClose: 0,
  rateMargin: 1_080_000_000_000n,
  swap: 0,
  openedAt: AT,
  closedAt: 0,
  reason: 'client',
  comment: '',
  version: 1,
  ...PLAIN_POSITION,
}
const ORDER: OrderEvent = {
  type: 'order',
  id: 70,
  symbolId: 3,
  side: 1,
  kind: 'limit',
  state: 'placed',
  volumeInitial: 2 * LOT,
  volumeCurrent: 2 * LOT,
  price: 107_500,
  positionId: 0,
  reason: 'client',
  comment: '',
  createdAt: AT,
  doneAt: 0,
  ...PLAIN_TERMS,
}
const NOTE = { actor: 9, kind: 'trade', text: 'x', ip: '::1', requestId: 'r-9' } as const

/** Records of the account at so many milliseconds after the first, with what each has besides its events. */
class Story {
  readonly records: AccountRecord[] = []
  #seq = 0
  #accountSeq = 0

  add(afterMs: number, events: readonly AccountEvent[], head: Partial<AccountRecord> = {}): this {
    const seq = ++this.#seq
    const { requestKey = '' } = head
    this.records.push({
      seq,
      previousSeq: seq - 1,
      at: AT + afterMs,
      login: LOGIN,
      accountSeq: this.#accountSeq,
      requestDigest: 0,
      code: 'ok',
      message: '',
      ...head,
      requestKey,
      events,
    })
    this.#accountSeq += events.length
    return this
  }
}

function tables(): Sqlite {
  const db = openWriter(':memory:')
  migrate(db)
  accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: 'demo\\standard' }), AT)
  return db
}

/** Newest first, as `[ms, field, old, new, by, actor, client order id, request id]`. */
function changesOf(db: Sqlite, id: number, ofOrder = false) {
  return tradeChangesRepo(db)
    .page({ id, ofOrder }, 0, 1_000)
    .map((one) => {
      const { at, field, old, by, actor, clientOrderId, requestId } = one
      return [at - AT, field, old, one.new, by, actor, clientOrderId, requestId]
    })
}

/** The story in tables, with so many records at a time; each time by a projector that knows nothing but the tables. */
function projected({ records }: Story, most: number): Sqlite {
  const log = openMemoryLog(new MemoryDisk())
  for (const record of records) commitTurn(log, [record])
  const db = tables()
  for (let to = most; to < records.length + most; to += most) {
    projectAll(projector(db, [log]), Math.min(to, records.length))
  }
  t.same(verify({ db, logs: [log] }).differences, [], `verified, ${most} at a time`)
  return db
}

const stops = (stopLoss: number, version: number, more: Partial<PositionEvent> = {}) => ({
  ...POSITION,
  stopLoss,
  version,
  ...more,
})

t.test('each change of stops says who made it, what was before, and under which name', (t) => {
  const story = new Story()
    .add(0, [stops(107_000, 1, { takeProfit: 109_000 })], { requestKey: 'o:first' })
    .add(1_000, [stops(107_100, 2, { takeProfit: 109_000 })], { requestKey: 'o:second' })
    .add(2_000, [stops(107_200, 3, { takeProfit: 0 })], {
      origin: { by: 'client', requestId: 'r-1', clearsStops: false },
    })
    .add(3_000, [stops(107_300, 4)], { requestKey: 'd:9:own', note: NOTE })
    .add(4_000, [stops(107_400, 5)], { requestKey: 'o:dealt', note: NOTE })
    .add(5_000, [stops(0, 6)], {
      requestKey: 'o:third',
      origin: { by: 'client', requestId: '', clearsStops: true },
    })
    .add(6_000, [{ ...stops(107_500, 7), type: 'correction' }], { note: NOTE })
    // Neither a part that is closed nor the end of a night changes stops, nor does the close.
    .add(7_000, [stops(107_500, 8, { volume: LOT })], { requestKey: 'o:part' })
    .add(8_000, [stops(107_500, 9, { volume: 0, closedAt: AT + 8_000 })], { requestKey: 'o:end' })
  for (const most of [1, 2, 3, 9]) {
    t.same(
      changesOf(projected(story, most), 61),
      [
        [6_000, 'stop_loss', 0, 107_500, 'dealer', 9, '', 'r-9'],
        [5_000, 'stop_loss', 107_400, 0, 'rule', 0, 'third', ''],
        [4_000, 'stop_loss', 107_300, 107_400, 'client', 9, 'dealt', ''],
        [3_000, 'stop_loss', 107_200, 107_300, 'dealer', 9, 'own', 'r-9'],
        [2_000, 'stop_loss', 107_100, 107_200, 'client', 0, '', 'r-1'],
        [2_000, 'take_profit', 109_000, 0, 'client', 0, '', 'r-1'],
        [1_000, 'stop_loss', 107_000, 107_100, 'client', 0, 'second', ''],
        [0, 'stop_loss', 0, 107_000, 'client', 0, 'first', ''],
        [0, 'take_profit', 0, 109_000, 'client', 0, 'first', ''],
      ],
      `${most} at a time`,
    )
  }
  t.end()
})

t.test('steps of a trailing stop within 10 s are one change, whatever a batch has', (t) => {
  const trailing = { trailingPts: 250 }
  const at = [10_000, 12_000, 19_999, 20_000, 21_000, 22_000, 35_000]
  const story = new Story().add(0, [stops(107_000, 1, trailing)], { requestKey: 'o:first' })
  for (const [i, ms] of at.entries()) {
    const isClients = ms === 21_000
    const origin = { by: 'client', requestId: '', clearsStops: false } as const
    story.add(ms, [stops(107_001 + i, 2 + i, trailing)], isClients ? { origin } : {})
  }
  for (const most of [1, 2, 3, 4, 5, 8]) {
    t.same(
      changesOf(projected(story, most), 61).map((change) => change.slice(0, 5)),
      [
        [35_000, 'stop_loss', 107_006, 107_007, 'trailing'],
        [22_000, 'stop_loss', 107_005, 107_006, 'trailing'],
        [21_000, 'stop_loss', 107_004, 107_005, 'client'],
        [20_000, 'stop_loss', 107_003, 107_004, 'trailing'],
        [19_999, 'stop_loss', 107_000, 107_003, 'trailing'],
        [0, 'stop_loss', 0, 107_000, 'client'],
        [0, 'trailing_pts', 0, 250, 'client'],
      ],
      `${most} at a time`,
    )
  }
  t.end()
})

t.test('an order has its first terms, each change of them, and what a fill leaves', (t) => {
  const specified = { expiration: 'specified', expiresAt: AT + 99_000 } as const
  const story = new Story()
    .add(0, [ORDER], { requestKey: 'o:placed' })
    .add(1_000, [{ ...ORDER, ...specified, price: 107_600, version: 2 }], { note: NOTE })
    .add(2_000, [
      { ...ORDER, ...specified, price: 107_600, volumeCurrent: LOT, state: 'partial', version: 3 },
    ])
    .add(3_000, [{ ...ORDER, price: 107_600, state: 'cancelled', doneAt: AT + 3_000, version: 4 }])
    // A market order that waits for a dealer has no terms of its own.
    .add(4_000, [{ ...ORDER, id: 71, kind: 'market', state: 'started', stopLoss: 107_000 }])
  for (const most of [1, 2, 5]) {
    const db = projected(story, most)
    t.same(
      changesOf(db, 70, true).map((change) => change.slice(0, 6)),
      [
        [2_000, 'volume_current', 2 * LOT, LOT, 'server', 0],
        [1_000, 'price', 107_500, 107_600, 'dealer', 9],
        [1_000, 'expiration', 1, 3, 'dealer', 9],
        [1_000, 'expires_at', 0, AT + 99_000, 'dealer', 9],
        [0, 'price', 0, 107_500, 'client', 0],
        [0, 'volume_current', 0, 2 * LOT, 'client', 0],
      ],
      `${most} at a time`,
    )
    t.same([changesOf(db, 70), changesOf(db, 71, true)], [[], []])
  }
  t.end()
})

t.test('a position of before changes were kept begins with the value that it had', (t) => {
  const story = new Story()
    .add(0, [stops(107_000, 1)], { requestKey: 'o:first' })
    .add(1_000, [stops(107_100, 2)])
    .add(2_000, [stops(107_200, 3, { takeProfit: 109_000 })])
  const log = openMemoryLog(new MemoryDisk())
  for (const record of story.records) commitTurn(log, [record])
  const db = tables()
  projectAll(projector(db, [log]), 1)
  db.exec(
    `DELETE FROM trade_changes; UPDATE meta SET value = '[1,9]' WHERE name = 'trade_changes_from'`,
  )
  projectAll(projector(db, [log]), 3)
  t.same(
    changesOf(db, 61).map((change) => change.slice(0, 5)),
    [
      [2_000, 'stop_loss', 107_100, 107_200, 'client'],
      [2_000, 'take_profit', 0, 109_000, 'client'],
      [1_000, 'stop_loss', 107_000, 107_100, 'client'],
    ],
    'a log of before origins names the client',
  )
  t.same(tradeChangesRepo(db).keptFrom(), { seq: 1, at: 9 })
  t.same(verify({ db, logs: [log] }).differences, [])
  t.end()
})

t.test('a verification finds a change that is missing, altered or too many', (t) => {
  const trailing = { trailingPts: 250 }
  const story = new Story()
    .add(0, [stops(107_000, 1, trailing)], { requestKey: 'o:first' })
    .add(10_000, [stops(107_001, 2, trailing)])
    .add(12_000, [stops(107_002, 3, trailing)])
    .add(13_000, [ORDER], { requestKey: 'o:placed' })
  const log = openMemoryLog(new MemoryDisk())
  for (const record of story.records) commitTurn(log, [record])
  const db = projected(story, 2)
  // As a copy of the tables in the middle of a stretch of steps has them.
  const archive = projected({ records: story.records.slice(0, 2) } as Story, 2)
  t.same(verify({ db, logs: [log], archive }).differences, [])
  for (const [sql, finds] of [
    [
      'UPDATE trade_changes SET new = new + 1 WHERE seq = 3',
      /change 3 of stop_loss of position 61 new/,
    ],
    ['UPDATE trade_changes SET at = at - 1 WHERE seq = 1', /change 1 of stop_loss .* at/],
    ['DELETE FROM trade_changes WHERE of_order = 1', /change 4 of price of order 70 row missing/],
    [
      'UPDATE trade_changes SET id = 99 WHERE of_order = 1',
      /change 4 of price of order 70 row missing/,
    ],
    [
      `INSERT INTO trade_changes SELECT 99, of_order, seq, field, login, at, old, new, by, actor,
         client_order_id, request_id FROM trade_changes WHERE seq = 3`,
      /tables of shard 0 changes 6 5/,
    ],
  ] as const) {
    const edited = projected(story, 4)
    edited.exec(sql)
    const { differences } = verify({ db: edited, logs: [log] })
    t.match(differences.map((one) => Object.values(one).join(' ')).join('; '), finds, sql)
  }
  t.end()
})
