import t from 'tap'
import type { AccountRecord, DayEvent, DealEvent } from '../../../engine/account/event.js'
import { BadRecordError } from '../../../storage/log/log.js'
import { historyReader } from '../../../storage/projection/account-history.js'
import { LOGIN } from '../../given/account.js'
import { scratch } from '../../given/desk.js'
import { PLAIN_DEAL } from '../../given/plain.js'
import { openTables } from '../../given/projection.js'

const AT = Date.UTC(2026, 0, 5, 12)
const db = openTables(scratch(t))
t.teardown(() => db.close())
const read = historyReader(db)
const END = { login: LOGIN, seq: 4, recordSeq: 9, day: 0, positions: [] }

function deposit(id: number, profit: number): DealEvent {
  return {
    ...{ type: 'deal', id, orderId: 0, positionId: 0, symbolId: 0, entry: 'balance' },
    ...{ action: 'deposit', side: 0, volume: 0, price: 0, bid: 0, ask: 0, profit, swap: 0 },
    ...{ commission: 0, fee: 0, credit: 0, rateProfit: 0n, reason: 'client', comment: '', at: AT },
    ...PLAIN_DEAL,
  }
}

const DAY: DayEvent = {
  ...{ type: 'day', day: 100, endsMonth: false, balance: 600, credit: 0, swap: 0 },
  ...{ isValued: true, equity: 600, margin: 0, marginFree: 600, profit: 0, at: AT },
  group: 'demo\\standard',
}

/** Newest first: the account's second record has the log's number 9, and its first one 5. */
function given(newest: Partial<AccountRecord> = {}, first: Partial<AccountRecord> = {}) {
  const plain = {
    ...{ at: AT, login: LOGIN, requestKey: '', requestDigest: 0, code: 'ok' as const, message: '' },
  }
  return [
    { ...plain, seq: 9, previousSeq: 5, accountSeq: 2, events: [deposit(12, 300), DAY], ...newest },
    {
      ...{ ...plain, seq: 5, previousSeq: 0, accountSeq: 0 },
      ...{ events: [deposit(10, 100), deposit(11, 200)], ...first },
    },
  ]
}

t.test(
  'the log alone makes the account, and deals that the tables lack follow each other',
  async (t) => {
    const { found, deals, differences } = read(given(), END)
    t.match(found, { balance: 600, balancePrevDay: 600 })
    t.match(deals, [
      { id: 12, seq: 3, previousId: 11 },
      { id: 11, seq: 2, previousId: 10 },
      { id: 10, seq: 1, previousId: 0 },
    ])
    t.equal(differences.length, 3)
  },
)

t.test('records that do not follow from each other are no history of the account', async (t) => {
  for (const records of [
    given({ seq: 8 }),
    given({}, { seq: 4 }),
    given({ login: LOGIN + 1 }),
    given({}, { login: LOGIN + 1 }),
    given({ accountSeq: 1 }),
    given({ accountSeq: 3 }),
    given({}, { events: [deposit(11, 200)] }),
  ]) {
    t.throws(() => read(records, END), BadRecordError)
  }
})
