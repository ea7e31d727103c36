import t from 'tap'
import {
  cancelFields,
  cancelIdOf,
  newOrderFields,
  orderIdIn,
  replaceFields,
  statusFields,
} from '../../../../actors/links/fix/order-messages.js'
import {
  type KnownOrders,
  orderWord,
  type SentOrderMessage,
  saysUnknown,
} from '../../../../actors/links/fix/order-reports.js'
import { SentMessages } from '../../../../actors/links/fix/sent-messages.js'
import type { SessionOrder } from '../../../../actors/links/gateways/provider-session.js'
import { FixFrameReader } from '../../../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../../../wire/fix/codec/write.js'
import { faultOf } from '../../../../wire/fix/session/field-check.js'
import { REPORT, SENT } from '../gateways/given-gateway.js'

// Goal: each message about orders means one thing, and what is sent is what the standard takes.

const ORDER: SessionOrder = { ...SENT, id: '1001-7-2', symbol: 'EUR/USD', quantity: '50000' }
const RESTING: SessionOrder = {
  ...ORDER,
  id: '1001-7-4',
  replaces: '1001-7-2',
  timeInForce: 'day',
  rest: { kind: 'stop_limit', price: '1.1', trigger: '1.2', expiresAt: Date.UTC(2026, 2, 5) },
}
const AT = Date.UTC(2026, 2, 4, 10, 0, 0, 5)

function known(sent: Readonly<Record<number, SentOrderMessage['type']>> = {}): KnownOrders {
  return {
    sentAs: (seq) => {
      const type = sent[seq]
      return type === undefined ? undefined : { type, order: ORDER }
    },
    order: (id) => (id === ORDER.id ? ORDER : undefined),
  }
}

/** `8|11=ID|…`: the type, and fields with | between them. */
function message(text: string): FixMessage {
  const [type = '', ...fields] = text.split('|')
  const body = fields.map((field): FixField => {
    const at = field.indexOf('=')
    return [Number(field.slice(0, at)), field.slice(at + 1)]
  })
  return framed(type, body)
}

function framed(type: string, body: readonly FixField[]): FixMessage {
  const head: FixField[] = [
    [35, type],
    [34, '9'],
    [49, 'LP'],
    [56, 'OF'],
    [52, '20260304-10:00:00.000'],
  ]
  const reader = new FixFrameReader()
  reader.push(Buffer.from(frameText(fieldsText([...head, ...body])), 'latin1'))
  const read = readFixMessage(reader.next() ?? Buffer.alloc(0))
  if (!(read instanceof FixMessage)) throw new Error('a message that can be read')
  return read
}

const said = (text: string, of: KnownOrders = known()) => orderWord(message(text), of)
const EXECUTION = '8|37=P1|11=1001-7-2|17=E1|55=EUR/USD|54=1'

t.test('what is sent fits the standard, also at its strictest', async (t) => {
  const known = { account: 'desk 1', externalId: 'P1', cancelId: cancelIdOf(ORDER.id, 5) }
  const bodies: readonly (readonly [string, readonly FixField[]])[] = [
    ['D', newOrderFields(ORDER, '', AT)],
    ['D', newOrderFields({ ...ORDER, limit: '1.1701', timeInForce: 'day' }, 'desk 1', AT)],
    ['F', cancelFields(ORDER, known, AT)],
    ['H', statusFields(ORDER, known)],
    ['D', newOrderFields(RESTING, '', AT)],
    ['G', replaceFields(RESTING, { account: '', externalId: 'P1' }, AT)],
  ]
  for (const [type, body] of bodies) t.same(faultOf(framed(type, body), 'strict'), undefined, type)
  const [, limited] = bodies.map(([, body]) => fieldsText(body).replaceAll('\u0001', '|'))
  t.equal(
    limited,
    '11=1001-7-2|1=desk 1|55=EUR/USD|54=1|60=20260304-10:00:00.005|38=50000|40=2|44=1.1701|59=0|',
  )
  t.equal(orderIdIn(known.cancelId), ORDER.id)
  t.equal(
    fieldsText(bodies.at(-1)?.[1] ?? []).replaceAll('\u0001', '|'),
    '37=P1|41=1001-7-2|11=1001-7-4|55=EUR/USD|54=1|60=20260304-10:00:00.005|38=50000|' +
      '40=4|44=1.1|99=1.2|59=6|126=20260305-00:00:00.000|',
  )
})

t.test(
  'a report says how an order stands, and of a trade only where it tells of one',
  async (t) => {
    const rows: readonly (readonly [string, object])[] = [
      ['150=0|39=0|14=0|6=0', { state: 'working', execution: null, total: '0' }],
      ['150=A|39=A|14=0|6=0', { state: 'pending', execution: null }],
      ['150=6|39=6|14=0|6=0', { state: 'pending', execution: null }],
      // The cancel waits, of an order that has ended by now.
      ['150=6|39=2|14=20|6=1.17', { state: 'filled', execution: null, total: '20' }],
      ['150=6|39=4|14=0|6=0', { state: 'cancelled', execution: null }],
      ['150=5|39=0|14=0|6=0', { state: 'working', execution: null }],
      ['150=D|39=1|14=10|6=1.2', { state: 'working', execution: null, total: '10' }],
      ['150=7|39=7|14=0|6=0', { state: 'working', execution: null }],
      [
        '150=F|39=1|32=20|31=1.17|14=20|6=1.17',
        { state: 'working', execution: { id: 'E1', quantity: '20', price: '1.17' }, total: '20' },
      ],
      ['150=F|39=2|32=20|31=1.17|14=20|6=1.17', { state: 'filled', externalId: 'P1' }],
      ['150=2|39=2|32=20|31=1.17|14=20|6=1.17', { state: 'filled', execution: { id: 'E1' } }],
      ['150=F|39=1|32=0|31=0|14=20|6=1.17', { state: 'working', execution: null }],
      // An answer to a question tells of no trade, even with the last one in it.
      ['150=I|39=1|32=20|31=1.17|14=20|6=1.17', { state: 'working', execution: null, total: '20' }],
      ['150=I|39=2|14=20|6=1.17', { state: 'filled', execution: null, average: '1.17' }],
      ['150=I|39=8|103=5|14=0|6=0', { state: 'unknown' }],
      ['150=I|39=1|103=5|14=20|6=1.17', { state: 'working' }],
      ['150=I|39=A|14=0|6=0', { state: 'pending' }],
      ['150=6|39=0|14=0|6=0', { state: 'pending' }],
      ['150=I|39=8|103=1|14=0|6=0', { state: 'rejected' }],
      ['150=8|39=8|103=5|14=0|6=0|58=no symbol', { state: 'rejected', text: 'no symbol' }],
      ['150=4|39=4|14=20|6=1.17', { state: 'cancelled', total: '20' }],
      ['150=C|39=C|14=0|6=0', { state: 'expired' }],
      ['150=3|39=3|14=0|6=0', { state: 'cancelled' }],
      ['150=F|39=2|32=.5|31=01.50|14=0.50|6=1.', { execution: { quantity: '0.5', price: '1.50' } }],
      ['150=F|39=1|32=1|31=1.2.3|14=x', { execution: { price: '' }, total: '', average: '' }],
      ['150=0|39=0|14=.|6=-', { total: '', average: '' }],
    ]
    for (const [fields, wanted] of rows) {
      t.match(
        said(`${EXECUTION}|${fields}`),
        { is: 'report', report: { order: ORDER.id, ...wanted } },
        fields,
      )
    }
  },
)

t.test('a trade that is taken back or corrected is told with what it was', async (t) => {
  const report = {
    ...REPORT,
    order: ORDER.id,
    symbol: 'EUR/USD',
    state: 'undone',
    execution: { id: 'E1', quantity: '20', price: '1.17' },
    total: '0',
    average: '0',
    text: 'takes back execution E0',
    undoes: { execution: 'E0', quantity: '0', price: '0' },
  }
  const back = `${EXECUTION}|19=E0|150=H|39=1|32=20|31=1.17|14=0|6=0`
  t.same(said(back), { is: 'report', report, isStatus: false })
  t.same(said(`${back}|58=error`), {
    is: 'report',
    isStatus: false,
    report: { ...report, text: 'takes back execution E0: error' },
  })
  const corrected = {
    ...report,
    total: '15',
    average: '1.16',
    text: 'corrects execution E0 to 15 at 1.16',
    execution: { id: 'E1', quantity: '15', price: '1.16' },
    undoes: { execution: 'E0', quantity: '15', price: '1.16' },
  }
  const right = `${EXECUTION}|19=E0|150=G|39=2|32=15|31=1.16|14=15|6=1.16`
  t.same(said(right), { is: 'report', report: corrected, isStatus: false })
  t.same(said(`${right}|58=error`), {
    is: 'report',
    isStatus: false,
    report: { ...corrected, text: 'corrects execution E0 to 15 at 1.16: error' },
  })
})

t.test('each other word is whole', async (t) => {
  const report = {
    ...REPORT,
    order: ORDER.id,
    symbol: 'EUR/USD',
    execution: { id: 'E1', quantity: '20', price: '1.17' },
    total: '20',
  }
  const filled = '39=2|32=20|31=1.17|14=20|6=1.17'
  t.same(said(`${EXECUTION}|150=F|${filled}`), { is: 'report', report, isStatus: false })
  t.same(said(`${EXECUTION}|150=I|${filled}|58=so it is`), {
    is: 'report',
    isStatus: true,
    report: { ...report, execution: null, text: 'so it is' },
  })
  const wordless = {
    ...report,
    externalId: '',
    execution: null,
    total: '0',
    average: '',
    text: 'no',
  }
  const rejected = { is: 'report', report: { ...wordless, state: 'rejected' } }
  t.same(said('j|45=5|372=D|380=4|58=no', known({ 5: 'D' })), rejected)
  t.same(said('3|45=5|373=5|58=no', known({ 5: 'D' })), rejected)
  t.same(said('j|45=5|372=H|380=1|58=no', known({ 5: 'H' })), {
    is: 'report',
    report: { ...wordless, state: 'unknown' },
  })
  const why = 'the provider refused a message (4 no)'
  t.same(said('j|45=5|372=H|380=4|58=no', known({ 5: 'H' })), { is: 'silence', why })
  t.same(said('3|45=5|372=H|373=4|58=no', known({ 5: 'H' })), { is: 'silence', why })
  t.same(said('3|45=5|372=H|373=1|58=no', known({ 5: 'H' })), {
    is: 'silence',
    why: 'the provider refused a message (1 no)',
  })
  t.same(said('j|45=5|372=F|380=4|58=no', known({ 5: 'F' })), { is: 'doubt', order: ORDER, why })
  t.same(said('j|45=6|372=F|380=4|58=no', known({ 5: 'F' })), { is: 'aside', why })
  const cancel = `9|37=P1|11=${cancelIdOf(ORDER.id, 3)}|41=1001-7-2|39=2|434=1|58=no`
  t.same(said(`${cancel}|102=0`), {
    is: 'doubt',
    order: ORDER,
    why: 'its cancel was refused (0 no)',
    kept: { ...wordless, state: 'kept' },
  })
  t.same(said(`${cancel}|102=1`), {
    is: 'doubt',
    order: ORDER,
    why: 'its cancel was refused (1 no)',
  })
  t.same(said('9|37=NONE|11=x|41=1-2-3|39=8|434=1|102=1'), {
    is: 'aside',
    why: 'a cancel of 1-2-3 was refused (1)',
  })
  t.same(said('8|37=P|11=x|17=E|55=X|54=1|150=0|39=0|14=0|6=0'), {
    is: 'aside',
    why: 'a report of an order of somebody else (x, execution E)',
  })
  t.same(said('AE|11=1001-7-2'), { is: 'aside', why: 'a message of type AE is not awaited' })
})

t.test('the answer to a cancel is of its order', async (t) => {
  const cancelled = `8|37=P1|11=${cancelIdOf(ORDER.id, 3)}|41=1001-7-2|17=E1|55=EUR/USD|54=2`
  t.match(said(`${cancelled}|150=4|39=4|14=0|6=0`), {
    report: { order: ORDER.id, state: 'cancelled', side: 'sell' },
  })
  const refused = `9|37=P1|11=${cancelIdOf(ORDER.id, 3)}|41=1001-7-2|39=2|434=1|102=0`
  t.match(said(refused), { is: 'doubt', kept: { order: ORDER.id, state: 'kept' } })
  const unknown = said(refused.replace('102=0', '102=1'))
  t.match(unknown, { is: 'doubt', order: { id: ORDER.id } })
  t.notOk('kept' in unknown, 'one that is not known is nowhere')
  t.match(said('9|37=NONE|11=x|41=1-2-3|39=8|434=1|102=1'), { is: 'aside' })
  t.match(said(refused.replace('41=1001-7-2', '41=1-2-3')), {
    is: 'doubt',
    order: { id: ORDER.id },
    kept: { order: ORDER.id },
  })
})

t.test('that there is no such order is said by a refused cancel, and by its reason', async (t) => {
  const says = (text: string): boolean => saysUnknown(message(text))
  t.equal(says('9|37=NONE|11=x|41=y|39=8|434=1|102=1'), true)
  t.equal(says('9|37=P1|11=x|41=y|39=2|434=1|102=0'), false)
  t.equal(says('j|45=5|372=F|380=1|102=1'), false)
})

t.test(
  'of an order that rests there a refusal says that it stands, and no day ends it',
  async (t) => {
    const { replaces: _replaces, ...plain } = RESTING
    const placed = { ...plain, id: ORDER.id }
    const both: KnownOrders = {
      sentAs: (seq) => (seq === 5 ? { type: 'G', order: RESTING } : undefined),
      order: (id) => [placed, RESTING].find((one) => one.id === id),
    }
    const of = (text: string) => said(text, both)
    const kept = { is: 'doubt', kept: { order: RESTING.id, state: 'kept', total: '0', text: 'no' } }
    t.match(of('9|37=P1|11=1001-7-4|41=1001-7-2|39=0|434=2|102=2|58=no'), kept)
    t.match(of('j|45=5|372=G|380=4|58=no'), kept)
    const cancel = `9|37=P1|11=${cancelIdOf(ORDER.id, 3)}|41=1001-7-2|39=0|434=1|102=0|58=no`
    t.match(of(cancel), { kept: { order: ORDER.id, state: 'kept' } })
    const unknown = of('9|37=NONE|11=1001-7-4|41=1001-7-2|39=8|434=2|102=1')
    t.match(unknown, { is: 'doubt', order: { id: RESTING.id } })
    t.notOk('kept' in unknown, 'one that is not known does not stand')
    t.match(of(`${EXECUTION}|150=3|39=3|14=0|6=0`), { report: { state: 'working' } })
    t.match(of(`${EXECUTION}|150=6|39=3|14=0|6=0`), { report: { state: 'pending' } })
    for (const day of ['150=3|39=3', '150=B|39=B', '150=I|39=3']) {
      const unasked = `8|37=P1|11=1001-9-1|17=E1|55=EUR/USD|54=1|14=0|6=0|${day}`
      t.match(of(unasked), { report: { order: '1001-9-1', state: 'pending' } }, 'it may be one')
    }
    const pending = '8|37=P1|11=1001-7-4|41=1001-7-2|17=E1|55=EUR/USD|54=1|14=0|6=0'
    t.match(of(`${pending}|150=E|39=E`), { report: { order: ORDER.id, state: 'pending' } })
    t.match(of(`${pending}|150=E|39=0`), { report: { order: ORDER.id, state: 'pending' } })
    t.match(of(`${pending}|150=I|39=E`), { report: { order: ORDER.id, state: 'pending' } })
    t.match(of(`${pending}|150=5|39=0`), { report: { order: RESTING.id, state: 'working' } })
  },
)

t.test('a refused message is found by its number, or by its ClOrdID', async (t) => {
  for (const text of ['3|45=5|372=D|373=5|58=no', 'j|45=5|372=D|380=4|58=no']) {
    t.match(said(text, known({ 5: 'D' })), {
      is: 'report',
      report: { order: ORDER.id, state: 'rejected', symbol: 'EUR/USD', total: '0', text: 'no' },
    })
  }
  t.match(said('j|372=D|379=1001-7-2|380=0|58=no'), { report: { state: 'rejected' } })
  for (const type of ['F', 'G']) {
    t.match(said(`j|372=${type}|379=1001-7-2|380=0`), { is: 'doubt', order: ORDER }, type)
  }
  t.match(said('j|372=H|379=1001-7-2|380=1'), { report: { state: 'unknown', order: ORDER.id } })
  t.match(said('j|372=x|379=1001-7-2|380=0'), { is: 'aside' }, 'a message that is of no order')
  t.match(said('j|45=5|372=F|380=4', known({ 5: 'F' })), { is: 'doubt' })
  t.match(said('j|45=5|372=H|380=1', known({ 5: 'H' })), { report: { state: 'unknown' } })
  t.match(said('j|45=5|372=H|380=3', known({ 5: 'H' })), { is: 'silence' })
  t.match(said('3|45=5|373=11', known({ 5: 'H' })), { is: 'silence' })
  // The number is another message's: nothing is said of the order that had it once.
  t.match(said('3|45=5|372=0|373=5', known({ 5: 'D' })), { is: 'aside' })
  t.match(said('3|45=77|372=D|373=5'), { is: 'aside' })
})

t.test('what is not of this server is left aside, and what is too long is cut', async (t) => {
  for (const id of ['', 'x', '0-1-1', '1001-7-2-9']) {
    t.match(said(`8|37=P|11=${id || 'y'}|17=E|55=X|54=1|150=0|39=0|14=0|6=0`), { is: 'aside' })
  }
  const long = 'E'.repeat(97)
  const name = (id: string) => {
    const word = said(`8|37=P|11=1001-7-2|17=${id}|55=X|54=1|150=F|39=1|32=1|31=1|14=1|6=1`)
    return word.is === 'report' ? (word.report.execution?.id ?? '') : ''
  }
  t.equal(name(long.slice(1)), long.slice(1))
  t.equal(name(long).length, 96)
  t.not(name(`${long}1`), name(`${long}2`), 'and stays its own')
  const word = said(`${EXECUTION}|150=8|39=8|14=0|6=0|58=${'x'.repeat(300)}`)
  t.equal(word.is === 'report' && word.report.text.length, 255)
})

t.test('a question stays open until it is answered, whatever old reports come late', async (t) => {
  const sent = new SentMessages()
  const open = () => sent.unanswered.map(({ id }) => id)
  sent.sent(1, { type: 'D', order: ORDER })
  sent.heard(ORDER.id, false)
  t.same(open(), [], 'an order has arrived where anything is said of it')
  sent.sent(2, { type: 'H', order: ORDER })
  sent.heard(ORDER.id, false)
  t.same(open(), [ORDER.id])
  sent.heard(ORDER.id, true)
  t.same(open(), [])
  sent.sent(3, { type: 'H', order: ORDER })
  sent.ended(ORDER.id)
  t.same([open(), sent.order(ORDER.id)], [[], undefined])
})

t.test('a refusal is found among the newest messages, and an order among the newest', async (t) => {
  const sent = new SentMessages()
  const order = (n: number): SessionOrder => ({ ...ORDER, id: `1001-${n}-1` })
  for (let n = 1; n <= 8_192; n++) sent.sent(n, { type: 'D', order: order(n) })
  t.same(sent.sentAs(1), { type: 'D', order: order(1) })
  for (let n = 8_193; n <= 32_768; n++) sent.sent(n, { type: 'D', order: order(n) })
  t.same(
    [sent.sentAs(32_768 - 8_192), sent.sentAs(32_769 - 8_192)?.order.id],
    [undefined, order(32_769 - 8_192).id],
  )
  t.same([sent.order('1001-1-1'), sent.unanswered.length], [order(1), 32_768])
  sent.sent(32_769, { type: 'D', order: order(32_769) })
  t.same(
    [sent.order('1001-1-1'), sent.order('1001-2-1'), sent.unanswered.length],
    [undefined, order(2), 32_768],
  )
  sent.heard(order(2).id, false)
  sent.sent(32_770, { type: 'F', order: order(2) })
  t.equal(sent.unanswered.length, 32_767, 'a cancel asks for no word of its order')
})
