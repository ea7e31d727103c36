import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isRefusal } from '../../../engine/code.js'
import { type FrameWriter, key } from '../../../wire/frame/frame-writer.js'
import {
  beginEvent,
  beginWatchedEvent,
  DATA,
  type SocketCodec,
} from '../../../wire/frame/socket-frame.js'
import type { RowHolder } from '../../../wire/row/row-facts.js'
import { type BatchWriter, FROM_SHARD } from '../../../wire/thread/batch.js'
import {
  MONEY_BIT,
  newsBit,
  type WatchedNews,
  WatchedWriter,
} from '../../../wire/thread/watched-accounts.js'
import { writeMoney } from '../../../wire/trade/views.js'
import { moneyOrNone } from '../account-money.js'
import type { ShardCore } from '../core.js'
import type { MarginCalls } from '../margin-calls.js'
import { holderOf } from '../row-facts.js'
import {
  EventTemplates,
  type HiddenEvent,
  MONEY,
  nameOf,
  templateFor,
  writeEventData,
} from './event-frames.js'

/**
 * Sends staff the events of the accounts that they watch. Each frame is written once per codec,
 * however many watch; the front distributes it.
 *
 *   - An account that nobody watches costs nothing.
 *   - Frames stay in the batch until the turn is committed.
 *   - For `account_money` only the newest counts. Every `MONEY_MS` it is sent for at most
 *     `MONEY_MAX` accounts, the longest waiting first, and once a second for as many accounts whose
 *     money was moved by prices. While accounts wait, another turn is due (`owes`).
 *   - If an account changes its group, watchers of the old group are notified at the end of the
 *     turn: those who do not watch the new group no longer see the account.
 */
export const MONEY_MS = 100
const MONEY_MAX = 256
/**
 * The maximum number of accounts with positions or orders that are checked in one second, watched
 * or not.
 */
const LOOKS_MAX = 8192

const LOGIN = key('login')
const MONEY_KEY = key('money')
type WatchedChange = Exclude<AccountEvent, { type: HiddenEvent }>
const CODECS: readonly SocketCodec[] = ['json', 'msgpack']

export class StaffWatches {
  readonly #core: ShardCore
  readonly #margin: Pick<MarginCalls, 'holderAt' | 'places'>
  readonly #out: BatchWriter
  readonly #entry = new WatchedWriter()
  readonly #templates = new EventTemplates()
  /** The equity that was last sent, by login. */
  readonly #equity = new Map<number, number | null>()
  #moneyAt = 0
  #place = 0

  constructor(core: ShardCore, margin: Pick<MarginCalls, 'holderAt' | 'places'>, out: BatchWriter) {
    this.#core = core
    this.#margin = margin
    this.#out = out
  }

  get owes(): boolean {
    const { owed, moved } = this.#core.watched
    return owed.size > 0 || moved.size > 0
  }

  /** Sends every event of a record to the staff who watch the account. */
  publish(account: Account, record: AccountRecord): void {
    const { watched } = this.#core
    if (watched.isIdle || record.events.length === 0 || !watched.coversAny(account)) return
    if (watched.coversAny(account, MONEY_BIT)) watched.owed.add(account)
    const last = record.events.at(-1)?.type
    const isDayEnd = last === 'day' || last === 'night'
    const holder = holderOf(this.#core.book, account)
    let seq = record.accountSeq
    for (const event of record.events) {
      seq++
      if (event.type === 'day' || event.type === 'night' || event.type === 'restatement') continue
      const news = newsOf(event, isDayEnd)
      const bit = newsBit(news)
      for (const codec of CODECS) {
        if (watched.covers(codec, account, bit))
          this.#tell(codec, account, holder, event, news, seq, record.seq)
      }
    }
  }

  /**
   * Sends, at the end of a turn, which accounts changed their group, and the money that changed.
   */
  flushMoney(): void {
    this.#flushMoves()
    const { watched, now } = this.#core
    if (watched.owed.size === 0 || now - this.#moneyAt < MONEY_MS) return
    this.#moneyAt = now
    let left = MONEY_MAX
    for (const account of watched.owed) {
      if (left-- === 0) return
      watched.owed.delete(account)
      this.#tellMoney(account, true)
    }
  }

  /** Sends, every second, the waiting money and the money that prices moved. */
  everySecond(): void {
    const { watched } = this.#core
    if (watched.isIdle) {
      if (this.#equity.size > 0) this.#equity.clear()
      return
    }
    // The time is reset, so that money is sent even if the clock was set back.
    this.#moneyAt = 0
    this.flushMoney()
    let left = MONEY_MAX
    for (const login of watched.nextLogins(MONEY_MAX)) {
      const account = this.#core.accounts.get(login)
      if (account === undefined || account.positions.size === 0) continue
      this.#tellMoney(account, false)
      left--
    }
    if (watched.hasMoneyOfGroups) this.#tellHolders(left)
  }

  /** Sends a part of an account's valuation, which is in `w`. */
  value(codec: SocketCodec, account: Account, w: Pick<FrameWriter, 'written'>): void {
    this.#push(codec, account, idOf(this.#core.book, account.groupPath), 'valuation', w)
  }

  #flushMoves(): void {
    const { watched, book } = this.#core
    for (const [{ login, groupPath }, from] of watched.moved) {
      const entry = this.#entry.moved(login, idOf(book, groupPath), idOf(book, from))
      this.#out.push(FROM_SHARD.watched, 0, entry)
    }
    watched.moved.clear()
  }

  #tellHolders(most: number): void {
    const { places } = this.#margin
    let left = most
    for (let looks = Math.min(places, LOOKS_MAX); looks > 0 && left > 0; looks--) {
      this.#place = (this.#place + 1) % places
      const account = this.#margin.holderAt(this.#place)
      if (account === undefined || account.positions.size === 0) continue
      if (!this.#core.watched.coversAny(account, MONEY_BIT)) continue
      this.#tellMoney(account, false)
      left--
    }
  }

  #tell(
    codec: SocketCodec,
    account: Account,
    holder: RowHolder,
    event: WatchedChange,
    news: WatchedNews,
    seq: number,
    projectionSeq: number,
  ): void {
    const { book } = this.#core
    const group = groupOf(book, account.groupPath)
    if (group === undefined) return
    const w = this.#templates.at(codec, templateFor(event))
    beginWatchedEvent(w, nameOf(event, 'staff'), seq, projectionSeq)
    writeEventData(w, book, event, holder, seq, 'staff')
    w.endMap()
    this.#push(codec, account, group.record.id, news, w)
  }

  /**
   * Sends an account's money to staff, unless the account is set aside: its state may be half
   * changed.
   */
  #tellMoney(account: Account, always: boolean): void {
    const { book, now, watched } = this.#core
    const group = groupOf(book, account.groupPath)
    if (group === undefined || isRefusal(this.#core.account(account.login))) return
    const money = moneyOrNone(this.#core, account)
    if (money === undefined) return
    if (!always && this.#equity.get(account.login) === money.equity) return
    this.#equity.set(account.login, money.equity)
    for (const codec of CODECS) {
      if (!watched.covers(codec, account, MONEY_BIT)) continue
      const w = this.#templates.at(codec, MONEY)
      beginEvent(w, 'account_money')
      w.map(2, DATA)
      w.int(LOGIN, account.login)
      writeMoney(w, money, group.currencyDigits, account.seq, now, MONEY_KEY)
      w.endMap()
      w.endMap()
      this.#push(codec, account, group.record.id, 'money', w)
    }
  }

  #push(
    codec: SocketCodec,
    { login }: Account,
    groupId: number,
    news: WatchedNews,
    w: Pick<FrameWriter, 'written'>,
  ): void {
    const entry = this.#entry.written(login, groupId, codec, news, w.written)
    this.#out.push(FROM_SHARD.watched, 0, entry)
  }
}

/** The id of a group; 0 if there is none. */
function idOf(book: Book, groupPath: string): number {
  return groupOf(book, groupPath)?.record.id ?? 0
}

function newsOf({ type }: WatchedChange, isDayEnd: boolean): WatchedNews {
  if (type === 'standing') return 'standing'
  return isDayEnd && type === 'position' ? 'night' : 'trade'
}
