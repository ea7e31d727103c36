import t from 'tap'
import { auditQueries, type HeldText } from '../../../actors/queries/audit-query.js'
import type { AccountRecord, DealEvent } from '../../../engine/account/event.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accountStateWrites } from '../../../storage/repos/accounts/account-state-writes.js'
import { projectionWrites } from '../../../storage/repos/trades/projection-writes.js'
import { emptyState } from '../../../wire/account/stored-account.js'
import { exactJson } from '../../../wire/format/exact-json.js'
import { encodeRecord, RecordBuffer } from '../../../wire/record/record.js'
import { dealEvent } from '../../given/records/events.js'
import { openTables } from '../../given/records/projection.js'
import { orderRecord } from '../../wire/record/sample-records.js'

const DEPOSIT: DealEvent = dealEvent({ id: 8, at: 0 })

// A history that cannot be read is told to whoever asks; anything else that fails is a mistake of the server's.

t.test('a history that contradicts itself is refused, and what is no history fails', (t) => {
  const db = openTables(t.testdir())
  t.teardown(() => db.close())
  projectionWrites(db).setCursor(0, 20)
  const ask = auditQueries(db)['account.audit']
  const { login } = orderRecord(20)
  const recordOf = (over: Partial<AccountRecord>): Buffer => {
    const into = new RecordBuffer()
    encodeRecord({ ...orderRecord(20), ...over }, into)
    return Buffer.from(into.bytes())
  }
  const whole = recordOf({ accountSeq: 60, previousSeq: 13 })
  const held = (over: Partial<HeldText>) => {
    const money = { balance: 0, credit: 0, balancePrevDay: 0, balancePrevMonth: 0 }
    const none = { positions: [], orders: [], day: 0, recordSeq: 0 }
    return exactJson({ ...money, ...none, seq: 63, ...over } as unknown as HeldText)
  }
  const audit = (text: string, bytes: Buffer) =>
    ask({ login, shard: 0, held: text, logged: [bytes.toString('base64')] })
  const refused = (text: string) => because('conflict.history_contradicts', { login, text })
  const other = 'record 0 is not the one that the account follows from'
  t.same(audit(held({ recordSeq: 0 }), whole), refused(other))
  const most = { ...DEPOSIT, profit: Number.MAX_SAFE_INTEGER }
  const beyond = recordOf({ accountSeq: 0, previousSeq: 0, events: [most, { ...most, id: 9 }] })
  t.same(
    audit(held({ seq: 2, recordSeq: 20 }), beyond),
    refused('an amount stays below 2^53 minor units'),
  )
  const counts = { orders: 0, deals: 1, closed: 0 }
  const chains = { lastOrderId: 0, lastDealId: 5, lastClosedId: 0, ...counts }
  accountStateWrites(db).set({ ...emptyState(login), ...chains })
  const lost = ask({ login, shard: 0, held: held({ recordSeq: 20 }), logged: [] })
  t.match(lost, { ok: true, value: { isBehind: false, differences: [{}], repair: '' } })
  t.match(audit(held({ recordSeq: 21 }), whole), { ok: true, value: { isBehind: true } })
  t.throws(() => audit('{', whole), SyntaxError)
  t.end()
})
