import t from 'tap'
import type { AccountBooks } from '../../../../actors/shard/books.js'
import type { ParkedRequest } from '../../../../actors/shard/parked/parked-requests.js'
import { timeOutNote } from '../../../../actors/shard/parked/time-out-note.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, symbolIn } from '../../../given/book.js'

// Goal: the journal says of a request that nobody answered what it was, and who had taken it.

const book = givenBook()
const EURUSD = symbolIn(book, 'EURUSD')
const asked = { kind: 'open', side: 'buy', volume: '0.1' }
const wait = { symbol: EURUSD }

function noted(state: object, order?: object): string {
  const orders = new Map(order === undefined ? [] : [[5, order]])
  const account = { login: LOGIN, orders }
  const parked = { id: 5, account, asked, state } as unknown as ParkedRequest
  const note = timeOutNote({ book } as AccountBooks, parked, 'Nobody came.')
  t.match(note, { actor: 0, kind: 'trade', ip: '', requestId: '' })
  return note.text
}

t.test('what dealers were asked is told as they were asked, with who had taken it', (t) => {
  const said = `Account ${LOGIN}: open request 5 (buy 0.1 EURUSD) has timed out.`
  const dealers = (takenBy: number | null) => ({ is: 'with_dealers', wait, queue: { takenBy } })
  t.equal(noted(dealers(null)), `${said} Nobody came.`)
  t.equal(noted(dealers(501)), `${said} Dealer 501 took it and did not answer in time.`)
  t.equal(noted({ is: 'delayed', wait }), `${said} Nobody came.`)
  t.end()
})

t.test('of what a restart found its order is told', (t) => {
  const said = (what: string) => `Account ${LOGIN}: request 5${what} has timed out. Nobody came.`
  const order = { symbolId: EURUSD.id, side: 1, volumeInitial: 50_000_000, volumeCurrent: 1 }
  const found = { is: 'orphaned' }
  t.equal(noted(found, order), said(' (buy 0.5 EURUSD)'))
  t.equal(noted(found, { ...order, side: -1, symbolId: 99 }), said(' (sell 0.5 #99)'))
  t.equal(noted(found), said(''))
  t.end()
})
