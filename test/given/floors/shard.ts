import { Packr, Unpackr } from 'msgpackr'
import type { ShardCore } from '../../../actors/shard/core.js'
import type { ShardSocket, ShardSockets } from '../../../actors/shard/live/sockets.js'
import type { StaffWatches } from '../../../actors/shard/live/watches.js'
import type { MarginCalls } from '../../../actors/shard/margin-calls.js'
import { ShardParts as Parts } from '../../../actors/shard/parts.js'
import type { SocketOperations } from '../../../actors/shard/socket-operations.js'
import type { Triggers } from '../../../actors/shard/triggers.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { SymbolClaims } from '../../../actors/shared/symbol-claims.js'
import { TICK_TAPE_BYTES, TickTape } from '../../../actors/shared/tick-tape.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import type { Account, AccountProfile } from '../../../engine/account/state.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { Prices } from '../../../engine/book/prices.js'
import type { RequestRate } from '../../../engine/limits/rates.js'
import { type KeySecret, keySecretOf } from '../../../engine/numbers/request-key-hash.js'
import type { Log } from '../../../storage/log/log.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { BatchWriter, batchOf, FROM_SHARD, jsonIn, readBatch } from '../../../wire/thread/batch.js'
import type { IdKind, ShardAsk } from '../../../wire/thread/messages.js'
import type { ToGateway } from '../../../wire/thread/provider-messages.js'
import type { RefusedNews, RefusedOf } from '../../../wire/thread/refused-request.js'
import { readWatched } from '../../../wire/thread/watched-accounts.js'
import { givenProfile, LOGIN } from '../account.js'
import { givenBook, HEDGING, symbolIn } from '../book.js'
import { DOER } from '../desk.js'
import { HandClock } from '../hand-clock.js'
import { MemoryDisk, openMemoryLog } from '../memory-log.js'
import { GivenPrices, points } from '../prices.js'

/** A moment since which trading is stopped. */
export const STOPPED_AT = Date.UTC(2026, 0, 5, 9, 30)
export const KEY_SECRET = keySecretOf('0123456789abcdef')

/** A frame or message that a shard sends, decoded as a client does: not with the decoder under test. */
export interface Told {
  readonly kind:
    | 'reply'
    | 'event'
    | 'latest'
    | 'control'
    | 'answer'
    | 'dealing'
    | 'watched'
    | 'gateway'
    | 'credit'
    | 'valuation'
  readonly target: number
  readonly value: Readonly<Record<string, unknown>>
}

export interface ShardParts {
  readonly shard?: number
  readonly book?: Book
  readonly prices?: Prices
  readonly clock?: HandClock
  readonly disk?: MemoryDisk
  readonly counters?: SharedCounters
  readonly symbols?: SymbolClaims
  readonly log?: Log
  readonly projectionSeq?: () => number
  readonly keySecret?: KeySecret
  readonly requestRate?: RequestRate
  readonly nightRowsMax?: number
  readonly onRecord?: (account: Account, record: AccountRecord) => void
}

/**
 * A shard without its thread: the same parts, put together as `actors/shard/shard.worker.ts` does it,
 * over a log in memory and a clock that is moved by hand. A turn is everything between `begin` and `finish`.
 */
export class GivenShard {
  readonly disk: MemoryDisk
  readonly clock: HandClock
  readonly counters: SharedCounters
  readonly log: Log
  readonly parts: Parts
  readonly core: ShardCore
  readonly sockets: ShardSockets
  readonly frames: SocketOperations
  readonly prices: Prices
  readonly triggers: Triggers
  readonly margin: MarginCalls
  readonly watches: StaffWatches
  readonly tape = new TickTape(new SharedArrayBuffer(TICK_TAPE_BYTES), 0)
  readonly out = new BatchWriter()
  readonly setAside: { login: number; why: Error }[] = []
  readonly damaged: number[] = []
  readonly failures: { what: string; login: number; error: unknown }[] = []
  readonly idsAsked: IdKind[] = []
  readonly codecs = new Map<number, SocketCodec>()
  /** The refused requests that it told for staff. */
  readonly refused: RefusedOf[] = []
  /** Told by the turn that was handed over, and by those before it that are durable. */
  #handed: Told[] = []
  readonly #settled: Told[] = []
  readonly #toGateways: ToGateway[] = []
  /** Bytes of each part of replies that came in parts. */
  readonly partBytes: number[] = []
  readonly #parts = new Map<number, Buffer>()
  #nextFrameId = 1
  #nextSocket = 1

  constructor(parts: ShardParts = {}) {
    const book = parts.book ?? givenBook()
    this.disk = parts.disk ?? new MemoryDisk()
    this.clock = parts.clock ?? new HandClock()
    this.counters = parts.counters ?? new SharedCounters(createSharedBuffers(), 1)
    this.log = parts.log ?? openMemoryLog(this.disk)
    this.prices = parts.prices ?? new GivenPrices(book)
    this.parts = new Parts({
      shard: parts.shard ?? 0,
      log: this.log,
      counters: this.counters,
      symbols: parts.symbols ?? new SymbolClaims(),
      clock: this.clock,
      prices: this.prices,
      tape: this.tape,
      book,
      keySecret: parts.keySecret ?? KEY_SECRET,
      requestRate: parts.requestRate ?? null,
      out: this.out,
      ...(parts.nightRowsMax === undefined ? {} : { nightRowsMax: parts.nightRowsMax }),
      ...(parts.onRecord === undefined ? {} : { onRecord: parts.onRecord }),
      projectionSeq: parts.projectionSeq ?? (() => 0),
      askIds: (kind) => this.idsAsked.push(kind),
      onGateway: (message) => this.#toGateways.push(message),
      onSetAside: (login, why) => this.setAside.push({ login, why }),
      onDamage: (seq) => this.damaged.push(seq),
      onFailure: (what, login, error) => this.failures.push({ what, login, error }),
    })
    const { core, sockets, operations, triggers, marginCalls, staffWatches } = this.parts
    this.core = core
    this.sockets = sockets
    this.frames = operations
    this.triggers = triggers
    this.margin = marginCalls
    this.watches = staffWatches
  }

  grantIds(next: number, end: number): this {
    this.core.grantIds({ kind: 'order', next, end })
    this.core.grantIds({ kind: 'deal', next, end })
    return this
  }

  profile(change: Partial<AccountProfile> = {}): this {
    this.core.setProfile(givenProfile({ login: LOGIN, group: HEDGING, ...change }))
    return this
  }

  socket(given: Partial<ShardSocket> = {}): number {
    const socket: ShardSocket = {
      id: this.#nextSocket++,
      login: LOGIN,
      codec: 'json',
      readOnly: false,
      reason: 'client',
      session: '',
      badFrames: 0,
      hearsValues: false,
      isHeld: false,
      ...given,
    }
    this.codecs.set(socket.id, socket.codec)
    this.sockets.open(socket)
    return socket.id
  }

  begin(): void {
    this.core.beginTurn()
  }

  /** Commits, then gives out what the turn made known. Throws, and gives out nothing, as W2 says. */
  finish(): Told[] {
    this.flushMoney()
    this.#settle()
    this.core.records.commit()
    return [...this.#settled.splice(0), ...this.take()]
  }

  /** Begins the next turn while this one is committed; `finish` gives out what both made known. */
  passOn(): void {
    this.flushMoney()
    this.#settle()
    if (this.core.records.handOver()) this.#handed = this.take()
    else {
      this.core.records.commit()
      this.#settled.push(...this.take())
    }
    this.core.beginTurn()
  }

  /** Tells all that a turn tells at its end. */
  flushMoney(): void {
    this.parts.goOnWithOthers()
    this.parts.endTurn()
  }

  #settle(): void {
    this.core.records.settle()
    this.#settled.push(...this.#handed.splice(0))
  }

  take(): Told[] {
    return this.takeAll().filter(({ kind, value }) => kind !== 'credit' && value['op'] !== 'bulk')
  }

  /** A reply that comes in parts is told when its last one is there. */
  #whole(kind: number, target: number, bytes: Uint8Array): Uint8Array | undefined {
    const before = this.#parts.get(target)
    if (kind !== FROM_SHARD.part && kind !== FROM_SHARD.lastPart) return bytes
    this.partBytes.push(bytes.length)
    const whole = Buffer.concat([before ?? new Uint8Array(0), bytes])
    if (kind === FROM_SHARD.part) this.#parts.set(target, whole)
    else this.#parts.delete(target)
    return kind === FROM_SHARD.part ? undefined : whole
  }

  /** Every reader has taken what was sent to it. */
  creditAll(): void {
    for (const socket of this.codecs.keys()) this.credit(socket)
  }

  /** The reader has taken what was sent to it. */
  credit(socket: number): void {
    this.parts.longAnswers.credit(socket)
  }

  /** Takes everything, with the notes to the front that a long answer follows. */
  /** What the turn sends to its gateways. */
  takeToGateways(): ToGateway[] {
    return this.#toGateways.splice(0)
  }

  takeAll(): Told[] {
    const told: Told[] = []
    while (this.out.length > 0) {
      readBatch(batchOf(this.out.takeBuffer()), (kind, target, bytes) => {
        const whole = this.#whole(kind, target, bytes)
        if (whole === undefined) return
        if (kind === FROM_SHARD.refused) {
          this.refused.push(...(jsonIn(whole) as RefusedNews).rows)
          return
        }
        const isPart = kind === FROM_SHARD.lastPart
        const codec = this.codecs.get(target) ?? 'json'
        told.push(toldOf(isPart ? FROM_SHARD.reply : kind, target, whole, codec))
      })
    }
    for (const message of this.takeToGateways()) {
      told.push({ kind: 'gateway', target: 0, value: { ...message } })
    }
    return told
  }

  turn(work: () => void): Told[] {
    this.begin()
    work()
    return this.finish()
  }

  /** A turn, and those after it in which the long answer that it began is told to a reader that takes all. */
  whole(work: () => void, socket: number): Told[] {
    const told = this.turn(work)
    while (this.parts.longAnswers.size > 0) told.push(...this.turn(() => this.credit(socket)))
    return told
  }

  /** Slices of day ends, a turn each, until there is nothing to do now; answers how many. */
  endDays(effort?: number): number {
    let turns = 0
    this.turn(() => this.core.ledger.dayEnds.retryWaiting())
    for (; this.core.ledger.dayEnds.hasWork; turns++)
      this.turn(() => this.core.ledger.dayEnds.slice(effort))
    return turns
  }

  /** Hands in one frame inside a turn; answers the id it carries. */
  send(socket: number, op: string, args?: Readonly<Record<string, unknown>>): number {
    const id = this.#nextFrameId++
    this.frames.handle(socket, encodeFrame(this.codecs.get(socket) ?? 'json', { id, op, args }))
    return id
  }

  ask(id: number, ask: ShardAsk): void {
    this.parts.ask(ask, (answer) => {
      this.out.push(FROM_SHARD.answer, id, Buffer.from(JSON.stringify(answer)))
    })
  }

  /** One frame, its turn, and its reply. */
  request(
    socket: number,
    op: string,
    args?: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    let id = 0
    const told = this.turn(() => {
      id = this.send(socket, op, args)
    })
    const replies = told.filter((entry) => entry.kind === 'reply' && entry.value['id'] === id)
    if (replies.length !== 1) throw new Error(`${op} got ${replies.length} replies`)
    return (replies[0] as Told).value
  }

  /** The market moves, and what waits for it is done in a turn of its own. */
  tick(name: string, bid: string, ask: string): Told[] {
    this.push(name, bid, ask)
    return this.look()
  }

  /** The market moves, and nobody has looked yet. */
  push(name: string, bid: string, ask: string): void {
    const { prices } = this
    if (!(prices instanceof GivenPrices)) throw new Error('these prices are not moved by hand')
    const { id, digits } = symbolIn(this.core.book, name)
    const now = this.clock.now()
    prices.set(name, bid, ask, now)
    this.tape.push(id, digits, points(bid, digits), points(ask, digits), now)
  }

  /** Does what is due, `most` things at a time. */
  look(most = 256): Told[] {
    return this.turn(() => {
      while (this.triggers.run(most) || this.margin.run(most)) this.passOn()
    })
  }

  /** A deposit in a turn of its own. */
  deposit(amount: string, login = LOGIN): this {
    this.turn(() => this.ask(0, depositAsk(login, amount, `given-${this.counters.sequence}`)))
    return this
  }

  /** Every record on the disk, in order. */
  records(login?: number): AccountRecord[] {
    const all = this.disk.entries.flatMap((entry) => [...decodeRecords(entry.bytes)])
    return login === undefined ? all : all.filter((record) => record.login === login)
  }

  account(login = LOGIN): Account {
    const account = this.core.accounts.get(login)
    if (account === undefined) throw new Error(`account ${login} is on this shard`)
    return account
  }
}

/** A shard with one funded account and ids enough. */
export function tradingShard(parts: ShardParts = {}): GivenShard {
  return new GivenShard(parts).profile().grantIds(100, 100_000).deposit('10000')
}

/** A shard built anew from what the disk of another one has, as after a crash. */
export function rebuilt(shard: GivenShard, logins = [LOGIN], parts: ShardParts = {}): GivenShard {
  const { disk, clock } = shard
  const again = new GivenShard({ disk, clock, log: openMemoryLog(disk), ...parts })
  for (const login of logins) again.profile({ login })
  let newest = 0
  for (const { bytes } of again.log.read(0)) {
    for (const record of decodeRecords(bytes)) {
      again.core.ledger.replay(record)
      newest = record.seq
    }
  }
  again.counters.raiseSequence(newest)
  return again.grantIds(500_000, 600_000)
}

export function depositAsk(login: number, amount: string, requestId: string): ShardAsk {
  const request = {
    login,
    action: 'deposit',
    amount,
    comment: '',
    request_id: requestId,
    skip_margin_check: false,
    by: DOER,
  } as const
  return { op: 'balance', request }
}

const packr = new Packr({ useRecords: false })
const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: 'number' })

export function encodeFrame(codec: SocketCodec, frame: unknown): Uint8Array {
  const plain = JSON.parse(JSON.stringify(frame))
  return codec === 'json' ? Buffer.from(JSON.stringify(plain)) : packr.pack(plain)
}

export function decodeFrame(codec: SocketCodec, bytes: Uint8Array): Record<string, unknown> {
  if (codec === 'json') return JSON.parse(Buffer.from(bytes).toString('utf8'))
  return unpackr.unpack(bytes)
}

const KINDS: Readonly<Record<number, Told['kind']>> = {
  [FROM_SHARD.reply]: 'reply',
  [FROM_SHARD.event]: 'event',
  [FROM_SHARD.latest]: 'latest',
  [FROM_SHARD.control]: 'control',
  [FROM_SHARD.answer]: 'answer',
  [FROM_SHARD.dealing]: 'dealing',
  [FROM_SHARD.watched]: 'watched',
  [FROM_SHARD.credit]: 'credit',
  [FROM_SHARD.valuation]: 'valuation',
}

function toldOf(kind: number, target: number, bytes: Uint8Array, codec: SocketCodec): Told {
  const name = KINDS[kind]
  if (name === 'credit') return { kind: name, target, value: {} }
  if (name === undefined) throw new Error(`a shard tells no entry of kind ${kind}`)
  if (name === 'watched') {
    const { frame, ...head } = readWatched(bytes)
    return { kind: name, target, value: { ...head, frame: decodeFrame(head.codec, frame) } }
  }
  const isFrame = name === 'reply' || name === 'event' || name === 'latest' || name === 'valuation'
  return { kind: name, target, value: decodeFrame(isFrame ? codec : 'json', bytes) }
}
