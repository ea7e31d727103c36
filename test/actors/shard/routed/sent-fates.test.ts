import t from 'tap'
import { SentFates } from '../../../../actors/shard/routed/sent-fates.js'
import { isUntouchedSince } from '../../../../actors/shard/routed/sent-orders.js'
import { LOGIN } from '../../../given/account.js'
import {
  type GivenRecord,
  SENT_ORDER,
  SentLog,
  sentDeal,
  sentRow,
} from '../../../given/records/sent-log.js'

// Goal: reports that come late, many of them and again and again, leave a shard the time that its other accounts need.

const SENT = { login: LOGIN, orderId: SENT_ORDER, attempt: 1 }
const OTHERS = 100

/** A log whose first record sent the order, with records of others after it; a walk takes a millisecond a record where `isSlow`. */
function given(isSlow = false) {
  const log = new SentLog({ events: [sentRow(1)] })
  for (let n = 0; n < OTHERS; n++) log.add({})
  let at = 0
  let walked = 0
  const clock = {
    monotonic: () => {
      if (isSlow) at += log.walked - walked
      walked = log.walked
      return at
    },
    pass: (ms: number) => {
      at += ms
    },
  }
  const fates = new SentFates(log.records, clock)
  return { log, clock, fates, find: () => fates.find(log.account, SENT) }
}

t.test('records are walked back once; what is newer is looked at the next time', (t) => {
  const { log, find } = given()
  t.match(find(), { sent: { version: 1 }, filled: 0 })
  t.equal(log.walked, OTHERS + 1)
  t.match(find(), { sent: { version: 1 } })
  t.equal(log.walked, OTHERS + 1, 'nothing is newer')
  for (let n = 0; n < 3; n++) log.add({})
  t.match(find(), { sent: { version: 1 }, filled: 0 })
  t.equal(log.walked, OTHERS + 4)
  log.add({ events: [sentRow(2), sentDeal(7, 100)] })
  t.match(find(), { order: { version: 2 }, filled: 7 }, 'what is about it is seen')
  t.end()
})

t.test('records are read once per account, and again after the orders of another account', (t) => {
  const { log, fates, find } = given()
  const other = { ...SENT, orderId: SENT_ORDER + 1 }
  t.match(find(), { sent: { version: 1 } })
  t.equal(fates.find(log.account, other), undefined)
  t.equal(log.walked, OTHERS + 1)
  fates.find(log.account, { ...other, login: LOGIN + 1 })
  t.equal(log.walked, 2 * (OTHERS + 1))
  fates.find(log.account, { ...other, attempt: 2 })
  t.equal(log.walked, 3 * (OTHERS + 1))
  t.end()
})

t.test('each kind of record that is about the order is known', (t) => {
  const about: readonly GivenRecord[] = [
    { events: [sentRow(2)] },
    { requestKey: `x:${SENT_ORDER}:T1` },
    { events: [sentRow(1, { id: 6, ocoOrderId: SENT_ORDER }), sentDeal(1, 1, { orderId: 6 })] },
  ]
  for (const record of about) {
    const log = new SentLog({ events: [sentRow(1)] }, record, {})
    t.notOk(isUntouchedSince(log.records, log.account, SENT_ORDER, 1), JSON.stringify(record))
    t.ok(isUntouchedSince(log.records, log.account, SENT_ORDER, 2))
  }
  t.end()
})

t.test('walks take a part of the time, and what is not looked for now is, later', (t) => {
  const { clock, find } = given(true)
  t.match(find(), { sent: { version: 1 } }, 'a moment is there at first')
  t.equal(find(), 'not now')
  // A walk of 101 ms, of which 50 were there.
  clock.pass(4 * (OTHERS + 1 - 50))
  t.equal(find(), 'not now')
  clock.pass(4)
  t.match(find(), { sent: { version: 1 } })
  t.end()
})
