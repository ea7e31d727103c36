import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isRefusal } from '../../../engine/code.js'
import type { FrameWriter } from '../../../wire/frame/frame-writer.js'
import {
  beginEvent,
  DATA,
  frameWriter,
  type SocketCodec,
} from '../../../wire/frame/socket-frame.js'
import type { RowHolder } from '../../../wire/row/row-facts.js'
import { type BatchWriter, FROM_SHARD } from '../../../wire/thread/batch.js'
import type { SocketControl } from '../../../wire/thread/messages.js'
import { writeMoney } from '../../../wire/trade/views.js'
import { moneyOrNone } from '../account-money.js'
import type { ShardCore } from '../core.js'
import { holderOf } from '../row-facts.js'
import {
  EventTemplates,
  MONEY,
  nameOf,
  TRADE_REPLY,
  templateFor,
  writeEventData,
} from './event-frames.js'
import { Rotation } from './rotation.js'
import type { Slice } from './slice.js'

/**
 * The live sockets of a shard's accounts and their subscriptions.
 *
 *   - An event is encoded once per codec and sent to every socket of its account as the same bytes.
 *   - Frames stay in the batch until the turn is committed, and leave the thread after that.
 *   - `money` is sent once per account and turn. While prices move it, it is also sent once a
 *     second, one account after the other within that second (`tellMovedMoney`).
 *   - During a snapshot or resume, a socket receives events and money only as part of it.
 */
export interface ShardSocket {
  readonly id: number
  readonly login: number
  readonly codec: SocketCodec
  /**
   * True if the session may only read. `readOnly`, `reason` and `session` change when the socket
   * gets another session.
   */
  readOnly: boolean
  reason: 'client' | 'api'
  /** The terminal and the id of the session; empty if unknown. */
  session: string
  /** The client's address, or undefined if it is not known. */
  ip?: string | undefined
  badFrames: number
  /**
   * True if the socket has subscribed to the live figures of its positions
   * (actors/shard/live/valuations.ts).
   */
  hearsValues: boolean
  /**
   * True while a snapshot or resume runs, which also sends the events that happen meanwhile
   * (actors/shard/live/slice.ts, B4).
   */
  isHeld: boolean
}

interface Listeners {
  readonly login: number
  sockets: ShardSocket[]
  /** True if the account's money is to be sent at the end of the turn. */
  isTouched: boolean
  /** The equity that was last sent; undefined before the first. */
  equity: number | null | undefined
}

/**
 * The interval, in milliseconds, at which an account receives its money if only prices change it.
 */
const MONEY_EVERY_MS = 1000
const NO_BYTES = new Uint8Array(0)
const NO_SOCKETS: readonly ShardSocket[] = []

export class ShardSockets {
  readonly writers: Readonly<Record<SocketCodec, FrameWriter>> = {
    json: frameWriter('json'),
    msgpack: frameWriter('msgpack'),
  }
  readonly #templates = new EventTemplates()
  readonly #byId = new Map<number, ShardSocket>()
  readonly #byLogin = new Map<number, Listeners>()
  readonly #inTurn = new Rotation(this.#byLogin, MONEY_EVERY_MS)
  /**
   * The accounts whose money is sent at the end of the turn. An array with marks, because filling
   * and emptying a set each turn makes garbage.
   */
  readonly #touched: Listeners[] = []
  readonly #out: BatchWriter

  constructor(out: BatchWriter) {
    this.#out = out
  }

  /** The number of accounts with at least one open socket. */
  get accounts(): number {
    return this.#byLogin.size
  }

  get(id: number): ShardSocket | undefined {
    return this.#byId.get(id)
  }

  /** Opens a socket, or updates the rights of a socket that is already open. */
  open(socket: ShardSocket): void {
    const { id, login, readOnly, reason, session, ip } = socket
    const known = this.#byId.get(id)
    if (known?.login === login) {
      Object.assign(known, { readOnly, reason, session, ip })
      return
    }
    this.#byId.set(id, socket)
    const held = this.#byLogin.get(login)
    if (held !== undefined) held.sockets.push(socket)
    else {
      const listeners = { login, sockets: [socket], isTouched: false, equity: undefined }
      this.#byLogin.set(login, listeners)
    }
  }

  close(id: number): void {
    const socket = this.#byId.get(id)
    if (socket === undefined) return
    this.#byId.delete(id)
    const listeners = this.#byLogin.get(socket.login)
    if (listeners === undefined) return
    listeners.sockets = listeners.sockets.filter((other) => other !== socket)
    if (listeners.sockets.length === 0) this.#byLogin.delete(socket.login)
  }

  of(login: number): readonly ShardSocket[] {
    return this.#byLogin.get(login)?.sockets ?? NO_SOCKETS
  }

  value(sockets: readonly ShardSocket[], w: FrameWriter): void {
    for (const { id } of sockets) this.#send(FROM_SHARD.valuation, id, w)
  }

  /** Marks the account's money to be sent at the end of the turn. */
  touch(account: Account): void {
    const listeners = this.#byLogin.get(account.login)
    if (listeners !== undefined) this.#touch(listeners)
  }

  #touch(listeners: Listeners): void {
    if (listeners.isTouched) return
    listeners.isTouched = true
    this.#touched.push(listeners)
  }

  /** Sends every event of a record to the account's sockets. */
  publish(core: ShardCore, account: Account, record: AccountRecord): void {
    const listeners = this.#byLogin.get(account.login)
    if (listeners === undefined || record.events.length === 0) return
    this.#touch(listeners)
    const { sockets } = listeners
    const holder = holderOf(core.book, account)
    let seq = record.accountSeq
    for (const event of record.events) {
      seq++
      const template = templateFor(event)
      let json: FrameWriter | undefined
      let msgpack: FrameWriter | undefined
      for (const { id, codec, isHeld } of sockets) {
        if (isHeld) continue
        let w = codec === 'json' ? json : msgpack
        if (w === undefined) {
          w = this.#templates.at(codec, template)
          writeEvent(w, core.book, holder, event, seq)
          if (codec === 'json') json = w
          else msgpack = w
        }
        this.#send(FROM_SHARD.event, id, w)
      }
    }
  }

  /**
   * Sends the events of one record to one socket, from the account's `afterSeq` on, until the slice
   * is used up. Returns the seq of the last event that was sent.
   */
  replay(
    core: ShardCore,
    socket: ShardSocket,
    account: Account,
    record: AccountRecord,
    afterSeq: number,
    slice: Slice,
  ): number {
    const holder = holderOf(core.book, account)
    let seq = record.accountSeq
    for (const event of record.events) {
      seq++
      if (seq <= afterSeq) continue
      const w = this.#templates.at(socket.codec, templateFor(event))
      writeEvent(w, core.book, holder, event, seq)
      this.#send(FROM_SHARD.event, socket.id, w)
      slice.hasTold = true
      slice.left -= w.length
      if (slice.left <= 0) return seq
    }
    return Math.max(seq, afterSeq)
  }

  /** Sends one socket an event that has no number of the account. */
  tell({ id }: ShardSocket, w: FrameWriter): void {
    this.#send(FROM_SHARD.event, id, w)
  }

  /** Sends the content of `w`, which is the socket's own writer by default. */
  reply(socket: ShardSocket, w: FrameWriter = this.writers[socket.codec]): void {
    this.#send(FROM_SHARD.reply, socket.id, w)
  }

  /**
   * Sends a part of a reply that is too long to write at once. The last part counts as the reply.
   */
  part({ id }: ShardSocket, w: FrameWriter, isLast: boolean): void {
    this.#send(isLast ? FROM_SHARD.lastPart : FROM_SHARD.part, id, w)
  }

  /**
   * Requests a `credit` message from the front when the socket's reader has received everything
   * sent so far.
   */
  askCredit({ id }: ShardSocket): void {
    this.#out.push(FROM_SHARD.credit, id, NO_BYTES)
  }

  tradeReply(codec: SocketCodec): FrameWriter {
    return this.#templates.at(codec, TRADE_REPLY)
  }

  control(socketId: number, what: SocketControl): void {
    this.#out.push(FROM_SHARD.control, socketId, Buffer.from(JSON.stringify(what)))
  }

  /** Sends the money of every account that the turn changed. */
  flushMoney(core: ShardCore): void {
    for (const listeners of this.#touched) {
      listeners.isTouched = false
      this.#tellMoney(core, listeners, true)
    }
    this.#touched.length = 0
  }

  /**
   * Sends the money that prices moved, for those accounts with sockets and open positions whose
   * turn comes in `ms`.
   */
  tellMovedMoney(core: ShardCore, ms: number): void {
    this.#inTurn.forEach(ms, (listeners) => {
      const positions = core.accounts.get(listeners.login)?.positions.size ?? 0
      if (positions > 0) this.#tellMoney(core, listeners, false)
    })
  }

  /**
   * Sends an account's money to its sockets, unless the account is set aside: its state may be half
   * changed.
   */
  #tellMoney(core: ShardCore, listeners: Listeners, always: boolean): void {
    const account = core.account(listeners.login)
    if (isRefusal(account) || listeners.sockets.length === 0) return
    const group = groupOf(core.book, account.groupPath)
    const money = group && moneyOrNone(core, account)
    if (group === undefined || money === undefined) return
    if (!always && listeners.equity === money.equity) return
    listeners.equity = money.equity
    this.#toAll(FROM_SHARD.latest, listeners.sockets, MONEY, (w) => {
      beginEvent(w, 'money')
      writeMoney(w, money, group.currencyDigits, account.seq, core.now, DATA)
      w.endMap()
    })
  }

  #toAll(
    kind: number,
    sockets: readonly ShardSocket[],
    template: number,
    write: (w: FrameWriter) => void,
  ): void {
    let json: FrameWriter | undefined
    let msgpack: FrameWriter | undefined
    for (const { id, codec, isHeld } of sockets) {
      if (isHeld) continue
      let w = codec === 'json' ? json : msgpack
      if (w === undefined) {
        w = this.#templates.at(codec, template)
        write(w)
        if (codec === 'json') json = w
        else msgpack = w
      }
      this.#send(kind, id, w)
    }
  }

  #send(kind: number, socketId: number, w: FrameWriter): void {
    this.#out.push(kind, socketId, w.written)
  }
}

function writeEvent(
  w: FrameWriter,
  book: Book,
  holder: RowHolder,
  event: AccountEvent,
  seq: number,
): void {
  beginEvent(w, nameOf(event, 'holder'), seq)
  writeEventData(w, book, event, holder, seq, 'holder')
  w.endMap()
}
