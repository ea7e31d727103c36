import { moneyOf } from '../../../engine/account/money/money.js'
import type { Account } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { ByteSink } from '../../../wire/frame/byte-sink.js'
import { key } from '../../../wire/frame/frame-writer.js'
import { beginReply, DATA, frameWriter } from '../../../wire/frame/socket-frame.js'
import { ORDER_ROW, POSITION_ROW } from '../../../wire/row/rows.js'
import { serverPages, writeTerms } from '../../../wire/trade/account-terms.js'
import { writeMoney } from '../../../wire/trade/views.js'
import type { ShardCore } from '../core.js'
import type { Slice } from '../live/slice.js'
import type { ShardSocket, ShardSockets } from '../live/sockets.js'
import { livePrice, positionNow } from '../questions/trades.js'
import { holderOf, symbolOf } from '../row-facts.js'
import { tellEvents } from './events.js'
import type { BulkEnd, LongAnswerAsk } from './long-answers.js'

/**
 * Answers `snapshot`: the account, its open rows, and the `seq` of that state; then the events
 * after it. The rows are those of the moment of the request: positions are copied, and orders are
 * immutable.
 */
export function answerSnapshot(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  { id, projectionSeq }: { readonly id: number | string; readonly projectionSeq: number },
): Omit<LongAnswerAsk, 'refuse'> {
  return {
    what: 'snapshot',
    login: socket.login,
    socket,
    rows: account.positions.size + account.orders.size,
    work: (slice) => work(core, sockets, socket, account, { id, projectionSeq }, slice),
  }
}

function* work(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  { id, projectionSeq }: { readonly id: number | string; readonly projectionSeq: number },
  slice: Slice,
): Generator<void, BulkEnd> {
  const { book } = core
  const { seq } = account
  const positions = account.positions.asNow()
  const orders = [...account.orders.values()]
  const holder = holderOf(book, account)
  const frame = new LongFrame(sockets, socket, slice)
  const { w } = frame
  beginReply(w, id, 'ok', '')
  w.map(5, DATA)
  writeAccount(w, core, account, holder.moneyDigits)
  w.array(positions.size, key('positions'))
  for (let place = 0; place < positions.size; place++) {
    const position = positions.nth(place)
    const value = positionNow(core, account, position)
    POSITION_ROW.listed(w, position, holder, symbolOf(book, position.symbolId), value)
    if (frame.isFull) yield frame.tellPart()
  }
  w.endArray()
  w.array(orders.length, key('orders'))
  for (const order of orders) {
    const live = livePrice(core, account, order)
    ORDER_ROW.listed(w, order, holder, symbolOf(book, order.symbolId), live)
    if (frame.isFull) yield frame.tellPart()
  }
  w.endArray()
  w.intText(key('seq'), seq)
  w.intText(key('projection_seq'), projectionSeq)
  w.endMap()
  w.endMap()
  frame.tellLast()
  return yield* tellEvents(core, sockets, socket, account, seq, slice)
}

function writeAccount(w: ByteSink, core: ShardCore, account: Account, digits: number): void {
  const { book, now } = core
  const { login, groupPath, leverage, seq } = account
  const group = groupOf(book, groupPath)
  w.map(6, key('account'))
  w.int(key('login'), login)
  w.text(key('group'), groupPath)
  w.text(key('currency'), group?.currency ?? '')
  w.int(key('leverage'), leverage || (group?.record.leverage ?? 0))
  writeTerms(w, account, group, serverPages(book))
  writeMoney(
    w,
    moneyOf(account, book, core.contextOf(account).prices),
    digits,
    seq,
    now,
    key('money'),
  )
  w.endMap()
}

/** A reply that is sent whole if it is short, otherwise in parts of one slice each. */
class LongFrame {
  readonly w: ByteSink
  readonly #sockets: ShardSockets
  readonly #socket: ShardSocket
  readonly #slice: Slice

  constructor(sockets: ShardSockets, socket: ShardSocket, slice: Slice) {
    this.w = frameWriter(socket.codec)
    this.#sockets = sockets
    this.#socket = socket
    this.#slice = slice
  }

  get isFull(): boolean {
    return this.w.length >= this.#slice.left
  }

  tellPart(): void {
    this.#sockets.part(this.#socket, this.w, false)
    this.#told()
    this.w.goOn()
  }

  tellLast(): void {
    if (this.#slice.isAnswered) this.#sockets.part(this.#socket, this.w, true)
    else this.#sockets.reply(this.#socket, this.w)
    this.#told()
  }

  #told(): void {
    this.#slice.isAnswered = true
    this.#slice.hasTold = true
    this.#slice.left -= this.w.length
  }
}
