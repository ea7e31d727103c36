import t from 'tap'
import type { AccountBooks } from '../../../../actors/shard/books.js'
import {
  compensationNote,
  lateNote,
  sentNote,
  strayNote,
  timeOutNote,
  undoneNote,
} from '../../../../actors/shard/routed/journal-notes.js'
import type { ParkedRequest } from '../../../../actors/shard/routed/parked-requests.js'
import type { AccountEvent } from '../../../../engine/account/event.js'
import type { Account } from '../../../../engine/account/state.js'
import type { ProviderReport } from '../../../../wire/thread/provider-messages.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'

// Goal: the journal says in words that staff can go by what a provider did, or did not do. Of a request
// that nobody answered, it says what it was, and who had taken it.

const LOT = 100_000_000
const book = givenBook({ gateways: [gatewayRecord()] })
const core = { book } as AccountBooks
const EURUSD = symbolIn(book, 'EURUSD').id
const REPORT = {
  gateway: 3,
  number: 1,
  order: '1001-5-1',
  state: 'filled',
  text: '',
  external_id: '',
  total: 2 * LOT,
  average: 0,
  execution: null,
} as ProviderReport
const HEAD = { actor: 0, kind: 'trade', ip: '', requestId: '' }
const said = (text: string) => ({ ...HEAD, text: `Account ${LOGIN}: ${text}` })

t.test('a provider’s word on an order is told with what the order is', (t) => {
  const row = { symbolId: EURUSD, side: 1, volumeInitial: LOT, volumeCurrent: LOT }
  const of = (over: object | undefined, state: string, text = '', gatewayId = 3) => {
    const rows = over === undefined ? [] : [[5, { ...row, ...over }] as const]
    const account = { login: LOGIN, orders: new Map(rows) } as unknown as Account
    return sentNote(core, { account, id: 5 } as ParkedRequest, gatewayId, state, text)
  }
  for (const [state, words] of [
    ['rejected', 'rejected'],
    ['silent', 'did not answer in time and was given up:'],
    ['unknown', 'does not know'],
    ['cancelled', 'cancelled'],
    ['expired', 'cancelled'],
  ] as const) {
    t.same(of({}, state), said(`gateway Prime ${words} order 5 (buy 1 EURUSD)`), state)
  }
  const part = { side: -1, volumeCurrent: 0.7 * LOT }
  t.same(
    of(part, 'cancelled', 'too late'),
    said('gateway Prime cancelled order 5 (sell 1 EURUSD, 0.3 of it filled) (too late)'),
  )
  t.same(of(undefined, 'rejected'), said('gateway Prime rejected order 5'))
  t.same(of({ symbolId: 99 }, 'rejected', '', 9), said('gateway 9 rejected order 5 (buy 1 #99)'))
  t.end()
})

t.test('a trade that no order waited for is told by its execution, or by the sum of all', (t) => {
  const execution = { id: 'X7', volume: 0.5 * LOT, price: 117_000 }
  const late = (report: object) => lateNote(core, LOGIN, 5, { ...REPORT, ...report }, 'as deal 8')
  t.same(late({}), said('gateway Prime traded 2 lots in all of order 5, as deal 8'))
  t.same(
    late({ execution }),
    said('gateway Prime traded 0.5 lots (execution X7) of order 5, as deal 8'),
  )
  const stray = (report: object) => strayNote(core, LOGIN, { ...REPORT, ...report }, 'look at it')
  const what = 'of order 1001-5-1, which is not in the books: look at it'
  t.same(stray({}), said(`gateway Prime reported 2 lots in all ${what}`))
  t.same(
    stray({ execution, text: 'late' }),
    said(`gateway Prime reported 0.5 lots (execution X7) ${what} (late)`),
  )
  t.end()
})

t.test('what is taken back is told with whether it is booked here', (t) => {
  const undone = (text: string, here: 'booked' | 'held' | 'unknown') =>
    undoneNote(core, LOGIN, { ...REPORT, text }, here)
  t.same(
    undone('', 'booked'),
    said(
      'gateway Prime takes back or corrects a trade, of order 1001-5-1: it is booked as it was: put it right by hand',
    ),
  )
  t.same(
    undone('busts trade X7', 'unknown'),
    said('gateway Prime busts trade X7, of order 1001-5-1: it is not booked here under that name'),
  )
  t.end()
})

t.test('a compensation is told, and no other deal', (t) => {
  const account = { login: LOGIN, groupPath: HEDGING } as Account
  const deal = { type: 'deal', action: 'sell', profit: -100 } as AccountEvent
  const made = { type: 'deal', action: 'compensation', profit: 12_345 } as AccountEvent
  const order = { type: 'order', action: 'compensation' } as unknown as AccountEvent
  t.equal(compensationNote(core, account, [order, deal]), undefined)
  t.same(compensationNote(core, account, [order, deal, made]), {
    ...said('123.45 compensates the balance after a stop out'),
    kind: 'margin',
  })
  t.end()
})

const asked = { kind: 'open', side: 'buy', volume: '0.1' }
const wait = { symbol: symbolIn(book, 'EURUSD') }

function noted(state: object, order?: object): string {
  const orders = new Map(order === undefined ? [] : [[5, order]])
  const account = { login: LOGIN, orders }
  const parked = { id: 5, account, asked, state } as unknown as ParkedRequest
  const note = timeOutNote(core, parked, 'Nobody came.')
  t.match(note, HEAD)
  return note.text
}

t.test('what dealers were asked is told as they were asked, with who had taken it', (t) => {
  const told = `Account ${LOGIN}: open request 5 (buy 0.1 EURUSD) has timed out.`
  const dealers = (takenBy: number | null) => ({ is: 'with_dealers', wait, queue: { takenBy } })
  t.equal(noted(dealers(null)), `${told} Nobody came.`)
  t.equal(noted(dealers(501)), `${told} Dealer 501 took it and did not answer in time.`)
  t.equal(noted({ is: 'delayed', wait }), `${told} Nobody came.`)
  t.end()
})

t.test('of what a restart found its order is told', (t) => {
  const told = (what: string) => `Account ${LOGIN}: request 5${what} has timed out. Nobody came.`
  const order = { symbolId: EURUSD, side: 1, volumeInitial: 50_000_000, volumeCurrent: 1 }
  const found = { is: 'orphaned' }
  t.equal(noted(found, order), told(' (buy 0.5 EURUSD)'))
  t.equal(noted(found, { ...order, side: -1, symbolId: 99 }), told(' (sell 0.5 #99)'))
  t.equal(noted(found), told(''))
  t.end()
})
