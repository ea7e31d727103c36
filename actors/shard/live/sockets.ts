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
import type { Slice } from '../long-answers/slice.js'
import { holderOf } from '../row-facts.js'
import { Rotation } from './rotation.js'
import {
  EventTemplates,
  MONEY,
  nameOf,
  TRADE_REPLY,
  templateFor,
  writeEventData,
} from './told-events.js'

/**
 * The live sockets of a shard's accounts and what they hear.
 *
 *   F1. An event is encoded once per codec and sent to every socket of its account as the same bytes.
 *   F2. Nothing written here leaves the thread before the turn's commit: it waits in the batch.
 *   F3. `money` is told once per account and turn, and once a second while prices move it: of one account after the
 *       other, spread over the second (`tellMovedMoney`).
 *   F4. A socket whose snapshot or resume is under way hears of events and money by that alone.
 */
export interface ShardSocket {
  readonly id: number
  readonly login: number
  readonly codec: SocketCodec
  /** Whether the session may only read; this, `reason` and `session` change when the socket gets another session. */
  readOnly: boolean
  reason: 'client' | 'api'
  /** Terminal and id of the session; empty when not known. */
  session: string
  /** The address that it came from; left out when not known. */
  ip?: string | undefined
  badFrames: number
  /** Whether the socket is told the live figures of its positions (actors/shard/live/valuations.ts). */
  hearsValues: boolean
  /**
   * A snapshot or a resume of it is under way, and that tells it what else comes about
   * (actors/shard/long-answers/long-answers.ts, B4).
   */
  isHeld: boolean
}

/** The sockets of an account. */
interface Listeners {
  readonly login: number
  sockets: ShardSocket[]
  /** Whether the account's money is to be told at the end of the turn. */
  isTouched: boolean
  /** The equity that was told last; undefined before the first. */
  equity: number | null | undefined
}

/** How often an account is told the money that prices moved, in milliseconds. */
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
   * The listeners to tell at the end of the turn. An array with marks: a set filled and emptied each turn makes
   * garbage.
   */
  readonly #touched: Listeners[] = []
  readonly #out: BatchWriter

  constructor(out: BatchWriter) {
    this.#out = out
  }

  /** Accounts that somebody is connected to. */
  get accounts(): number {
    return this.#byLogin.size
  }

  get(id: number): ShardSocket | undefined {
    return this.#byId.get(id)
  }

  /** Opens a socket; one that is open already takes on what its session may do now. */
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

  /** The sockets of an account. */
  of(login: number): readonly ShardSocket[] {
    return this.#byLogin.get(login)?.sockets ?? NO_SOCKETS
  }

  /** Sends a part of a valuation. */
  value(sockets: readonly ShardSocket[], w: FrameWriter): void {
    for (const { id } of sockets) this.#send(FROM_SHARD.valuation, id, w)
  }

  /** Has the account's money told at the end of the turn. */
  touch(account: Account): void {
    const listeners = this.#byLogin.get(account.login)
    if (listeners !== undefined) this.#touch(listeners)
  }

  #touch(listeners: Listeners): void {
    if (listeners.isTouched) return
    listeners.isTouched = true
    this.#touched.push(listeners)
  }

  /** Tells the account's sockets of every event of a record. */
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
   * Tells one socket of one record's events, from the account's `afterSeq` on, until the slice is used up.
   * Answers the seq that it came to.
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

  /** Sends what `w` holds, which is by default the socket's writer. */
  reply(socket: ShardSocket, w: FrameWriter = this.writers[socket.codec]): void {
    this.#send(FROM_SHARD.reply, socket.id, w)
  }

  /** Sends a part of a reply that is too long to be made at once; the last of it counts as the reply. */
  part({ id }: ShardSocket, w: FrameWriter, isLast: boolean): void {
    this.#send(isLast ? FROM_SHARD.lastPart : FROM_SHARD.part, id, w)
  }

  /** The front says `credit` when the socket's reader has taken what was sent. */
  askCredit({ id }: ShardSocket): void {
    this.#out.push(FROM_SHARD.credit, id, NO_BYTES)
  }

  /** The writer for the answer to a trade. */
  tradeReply(codec: SocketCodec): FrameWriter {
    return this.#templates.at(codec, TRADE_REPLY)
  }

  control(socketId: number, what: SocketControl): void {
    this.#out.push(FROM_SHARD.control, socketId, Buffer.from(JSON.stringify(what)))
  }

  /** The money of every account that the turn changed. */
  flushMoney(core: ShardCore): void {
    for (const listeners of this.#touched) {
      listeners.isTouched = false
      this.#tellMoney(core, listeners, true)
    }
    this.#touched.length = 0
  }

  /** The money that prices moved, for accounts with sockets and open positions: those whose turn comes in `ms`. */
  tellMovedMoney(core: ShardCore, ms: number): void {
    this.#inTurn.forEach(ms, (listeners) => {
      const positions = core.accounts.get(listeners.login)?.positions.size ?? 0
      if (positions > 0) this.#tellMoney(core, listeners, false)
    })
  }

  /** Tells an account's money to its sockets, unless it is set aside: its state may be half of one. */
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
