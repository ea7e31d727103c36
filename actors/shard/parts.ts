import type { AccountRecord } from '../../engine/account/event.js'
import type { Account, AccountProfile } from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import { isRefusal } from '../../engine/code.js'
import { type BatchWriter, FROM_SHARD } from '../../wire/thread/batch.js'
import type { ShardAsk, SocketOpen } from '../../wire/thread/messages.js'
import type { RefusedNews } from '../../wire/thread/refused-request.js'
import { TapeReader, type TickTape } from '../shared/tick-tape.js'
import type { Clock } from '../thread/clock.js'
import { ShardCore } from './core.js'
import { PendingEvents } from './live/pending-events.js'
import { ShardSockets } from './live/sockets.js'
import { Valuations } from './live/valuations.js'
import { StaffWatches } from './live/watches.js'
import { effectsLook } from './long-answers/effects.js'
import { groupMoneyLook } from './long-answers/group-money.js'
import { HolderLooks } from './long-answers/holder-looks.js'
import { answerList } from './long-answers/list.js'
import { LongAnswers } from './long-answers/long-answers.js'
import { lowMarginsLook } from './long-answers/low-margins.js'
import { symbolHoldersLook } from './long-answers/symbol-holders.js'
import { MarginCalls } from './margin-calls.js'
import type { ShardOptions } from './options.js'
import type { ShardAnswer } from './questions/answer.js'
import { answerAsk } from './questions/questions.js'
import { SocketOperations } from './socket-operations.js'
import { Triggers } from './triggers.js'

/** The parts of a shard and their connections, for its thread and for tests. */
export interface ShardPartsOptions extends Omit<ShardOptions, 'onRecord' | 'onDealing'> {
  readonly out: BatchWriter
  readonly tape: TickTape
  projectionSeq(): number
  /** Called with each record before the other parts receive it. */
  onRecord?(account: Account, record: AccountRecord): void
}

export class ShardParts {
  readonly core: ShardCore
  readonly sockets: ShardSockets
  readonly operations: SocketOperations
  readonly longAnswers: LongAnswers
  readonly valuations: Valuations
  readonly pendingEvents: PendingEvents
  readonly holderLooks: HolderLooks
  readonly marginCalls: MarginCalls
  readonly staffWatches: StaffWatches
  readonly triggers: Triggers
  readonly #clock: Clock
  readonly #tellRefused: (news: RefusedNews | undefined) => void

  constructor(options: ShardPartsOptions) {
    const { out, tape, clock, projectionSeq } = options
    this.#clock = clock
    const tell = (kind: number, what: unknown): void => {
      out.push(kind, 0, Buffer.from(JSON.stringify(what)))
    }
    this.#tellRefused = (news) => {
      if (news !== undefined) tell(FROM_SHARD.refused, news)
    }
    this.sockets = new ShardSockets(out)
    this.core = new ShardCore({
      ...options,
      onRecord: (account, record) => {
        options.onRecord?.(account, record)
        this.triggers.taken(account, record.events)
        this.marginCalls.changed(account)
        this.sockets.publish(this.core, account, record)
        this.staffWatches.publish(account, record)
      },
      onDealing: (event) => tell(FROM_SHARD.dealing, event),
      onGateway: (message) => options.onGateway?.(message),
    })
    const { core, sockets } = this
    this.marginCalls = new MarginCalls(core)
    this.staffWatches = new StaffWatches(core, this.marginCalls, out)
    const moved = (symbolId: number): void => this.marginCalls.moved(symbolId)
    this.triggers = new Triggers(core, new TapeReader(tape), moved)
    this.longAnswers = new LongAnswers(core, sockets, clock)
    this.valuations = new Valuations(core, sockets, this.staffWatches)
    this.pendingEvents = new PendingEvents(core, sockets)
    this.holderLooks = new HolderLooks(core, this.marginCalls)
    const { longAnswers, valuations } = this
    const told = { longAnswers, valuations, projectionSeq }
    this.operations = new SocketOperations(core, sockets, told)
  }

  /** Loads what the accounts wait for. Call it after the log was read. */
  recovered(): void {
    const { accounts, groupExposures, parking } = this.core
    const withOrders: Account[] = []
    groupExposures.beginLoad()
    // A single pass, because each access to one of a million accounts is a cache miss.
    for (const account of accounts.values()) {
      groupExposures.loadAccount(account)
      const hasOrders = account.orders.size > 0
      if (hasOrders) withOrders.push(account)
      else if (account.positions.size === 0) continue
      this.triggers.load(account)
      this.marginCalls.load(account)
    }
    parking.recover(withOrders)
  }

  /** Sets aside the accounts that have crashed this shard repeatedly, at its start. */
  setAside(logins: readonly number[]): void {
    for (const login of logins) {
      const account = this.core.account(login)
      if (!isRefusal(account)) this.core.quarantine.add(account, ENDED_TWICE)
    }
  }

  setProfile(profile: AccountProfile): void {
    this.core.setProfile(profile)
    const account = this.core.account(profile.login)
    if (isRefusal(account)) return
    this.marginCalls.changed(account)
    this.triggers.moved(account)
  }

  setBook(book: Book): void {
    const before = this.core.book
    this.core.setBook(book)
    this.triggers.follow(before)
    this.marginCalls.setBook(book)
  }

  openSocket(id: number, open: SocketOpen): void {
    const { login, codec, read_only: readOnly, reason, session = '', ip = '' } = open
    const fresh = { badFrames: 0, hearsValues: false, isHeld: false }
    this.sockets.open({ id, login, codec, readOnly, reason, session, ip, ...fresh })
    if (open.valuation === true) this.valuations.set(id, true)
    // The money's seq tells a socket that survived the shard what it has missed.
    const account = this.core.account(login)
    if (!isRefusal(account)) this.sockets.touch(account)
    this.pendingEvents.opened({ id, login })
  }

  /** Answers a request of another thread; `tell` gets the answer, at once or later. */
  ask(ask: ShardAsk, tell: (answer: ShardAnswer) => void): void {
    const { core, holderLooks, marginCalls } = this
    switch (ask.op) {
      case 'positions':
      case 'orders':
        this.#list(ask.op, ask.request.login, tell)
        break
      case 'low_margins':
        holderLooks.begin(lowMarginsLook(core, marginCalls, ask.request), tell)
        break
      case 'effects':
        holderLooks.begin(effectsLook(core, this.#clock, ask.request), tell)
        break
      case 'group_money':
        holderLooks.beginOf(groupMoneyLook(core), accountsOf(core, ask.request.logins), tell)
        break
      case 'holders':
        holderLooks.begin(symbolHoldersLook(core, ask.request), tell)
        break
      default:
        answerAsk(core, ask, tell)
    }
    core.work.end()
  }

  #list(op: 'positions' | 'orders', login: number, tell: (answer: ShardAnswer) => void): void {
    const account = this.core.account(login)
    if (isRefusal(account)) {
      tell(account)
      return
    }
    try {
      this.longAnswers.begin(answerList(this.core, op, account, tell))
    } catch (error) {
      tell(this.core.quarantine.failed(op, login, error))
    }
  }

  closeSocket(id: number): void {
    this.longAnswers.drop(id)
    this.valuations.drop(id)
    this.sockets.close(id)
  }

  /** True if such work needs another turn. */
  get hasOthers(): boolean {
    return this.longAnswers.hasWork || this.valuations.hasWork || this.holderLooks.hasWork
  }

  /**
   * Work that no order waits for: long answers, live figures and scans, each with a bounded share
   * of time.
   */
  goOnWithOthers(): void {
    this.longAnswers.run()
    this.valuations.run()
    this.holderLooks.run()
  }

  /** Prepares the commit of a turn: writes the events that are sent once a turn. */
  endTurn(): void {
    this.longAnswers.endTurn()
    this.pendingEvents.flush()
    this.sockets.flushMoney(this.core)
    this.staffWatches.flushMoney()
    for (const account of this.core.quarantine.takeFresh()) this.#leave(account)
    this.#tellRefused(this.core.refused.takeRows())
    // The commit is not work on any account.
    this.core.work.end()
  }

  /** Reports once a second how many requests were refused. */
  everySecond(): void {
    this.#tellRefused(this.core.refused.takeCounts())
  }

  /** Removes an account that was set aside from all parts, and drops its waiting requests. */
  #leave(account: Account): void {
    this.core.groupExposures.leave(account)
    this.marginCalls.remove(account)
    this.triggers.remove(account)
    this.core.parking.drop(account)
  }
}

/** The accounts of this shard with these logins, or all. */
function* accountsOf(
  { accounts }: ShardCore,
  logins: readonly number[] | null,
): Generator<Account, void, undefined> {
  if (logins === null) {
    yield* accounts.values()
    return
  }
  for (const login of logins) {
    const account = accounts.get(login)
    if (account !== undefined) yield account
  }
}

const ENDED_TWICE = new Error('its work was in hand at two ends of its shard in a row')
