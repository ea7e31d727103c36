import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { withChange } from '../../../engine/config/book-records.js'
import {
  type BatchWriter,
  FROM_SHARD,
  jsonIn,
  readBatch,
  receivedIn,
  TO_SHARD,
} from '../../../wire/thread/batch.js'
import { type BatchLane, isBatch } from '../../../wire/thread/batch-lane.js'
import {
  READY_TEXT,
  type ShardAsk,
  type SocketOpen,
  type ToShard,
} from '../../../wire/thread/messages.js'
import type { IntakePace } from '../../shared/intake-pace.js'
import type { LinksConnected } from '../../thread/gateway-channel.js'
import type { LogTrimming } from '../log/log-trimming.js'
import type { ShardParts } from '../parts.js'
import type { LinksPort } from './links-port.js'
import type { TurnClock } from './turn-clock.js'
import type { Turns } from './turns.js'

/**
 * How long messages are handled before prices and timers are checked again, so that stop outs do
 * not wait behind an endless stream of requests.
 */
export const DRAIN_MS_MAX = 50

/**
 * Distributes the messages that arrive at a shard's thread to its parts: batches of requests, and
 * single messages of the server.
 */
export interface ShardMailParts {
  readonly port: MessagePort
  readonly links: Pick<LinksPort, 'attach' | 'next' | 'read'>
  readonly lane: BatchLane
  readonly parts: ShardParts
  readonly turns: Turns
  readonly pace: IntakePace
  readonly out: BatchWriter
  readonly trimming: LogTrimming
  readonly clock: TurnClock
  readonly monotonic: () => number
  /** The recovered state includes changes of accounts up to this number. */
  readonly readAccountChange: number
  setBook(next: Book): void
  onStop(): void
}

export class ShardMail {
  readonly #given: ShardMailParts

  constructor(given: ShardMailParts) {
    this.#given = given
  }

  /** Handles waiting messages for `DRAIN_MS_MAX`; the rest begin new turns. */
  drain(): void {
    const { port, links, monotonic } = this.#given
    const until = monotonic() + DRAIN_MS_MAX
    do {
      const next = receiveMessageOnPort(port)
      if (next !== undefined) this.receive(next.message)
      const reported = links.next()
      if (reported !== undefined) this.receive(reported)
      if (next === undefined && reported === undefined) return
    } while (monotonic() < until)
  }

  receive(message: unknown): void {
    if (isBatch(message)) {
      const { lane, turns } = this.#given
      const batch = lane.open(message)
      turns.tookBytes(batch.byteLength)
      readBatch(batch, this.#takeEntry)
      this.#came(0)
      lane.release(message)
    } else this.#takeMessage(message as ToShard | LinksConnected)
  }

  readonly #takeEntry = (kind: number, target: number, bytes: Uint8Array): void => {
    const { parts, pace, out, turns } = this.#given
    if (kind === TO_SHARD.received) {
      this.#came(receivedIn(bytes))
      return
    }
    if (kind === TO_SHARD.frame) parts.operations.handle(target, bytes)
    else if (kind === TO_SHARD.ask) this.#takeAsk(target, bytes)
    else if (kind === TO_SHARD.credit) parts.longAnswers.credit(target)
    else if (kind === TO_SHARD.valuation) parts.valuations.again(target)
    else if (kind === TO_SHARD.socketClose) parts.closeSocket(target)
    else if (kind === TO_SHARD.socketOpen) parts.openSocket(target, jsonIn(bytes) as SocketOpen)
    else if (kind === TO_SHARD.fail) this.#fail(target, jsonIn(bytes) === true)
    // A long batch becomes several turns, so that the first is answered while the rest is decided.
    if (!pace.takesMore() || out.isFull) turns.passOn()
  }

  #came(received: number): void {
    const { clock, parts } = this.#given
    clock.came(received)
    parts.core.receivedAt = clock.receivedAt
  }

  #takeAsk(id: number, bytes: Uint8Array): void {
    this.#given.parts.ask(jsonIn(bytes) as ShardAsk, (answer) => {
      // Ready text is sent unchanged, behind a mark with which no JSON object begins.
      const text = 'text' in answer ? `${READY_TEXT}${answer.text}` : JSON.stringify(answer)
      this.#given.out.push(FROM_SHARD.answer, id, Buffer.from(text))
    })
  }

  #fail(login: number, afterCommit: boolean): never {
    const { core } = this.#given.parts
    if (afterCommit) core.records.commit()
    core.work.begin(login)
    throw new Error('the shard was ended for a drill')
  }

  #takeReports({ at, reports }: Extract<ToShard, { readonly type: 'reports' }>): void {
    const { parts, pace, out, turns, links } = this.#given
    links.read(reports.length)
    this.#came(at)
    for (const report of reports) {
      parts.core.parking.reports.take(report)
      if (!pace.takesMore() || out.isFull) turns.passOn()
    }
    this.#came(0)
  }

  #takeMessage(message: ToShard | LinksConnected): void {
    const { parts } = this.#given
    const { core } = parts
    switch (message.type) {
      case 'config':
        this.#given.setBook(compileBook(withChange(core.book.records, message.change), core.book))
        break
      case 'book':
        this.#given.setBook(compileBook(message.records, core.book))
        break
      case 'profile':
        if (message.number > this.#given.readAccountChange) parts.setProfile(message.profile)
        break
      case 'let_go':
        core.held.delete(message.login)
        break
      case 'ids':
        core.grantIds(message.range)
        break
      case 'dealers':
        core.parking.dealing.setOnline(message.dealers)
        break
      case 'gateways':
        core.parking.gateways.setOnline(message.online)
        break
      case 'reports':
        this.#takeReports(message)
        break
      case 'links':
        this.#given.links.attach(message.port)
        core.parking.gateways.setOnline(message.online)
        break
      case 'halt':
        core.halt(message.stop)
        break
      case 'halt_demo':
        core.isDemoHalted = message.isHalted
        break
      case 'anchor':
        core.records.anchor(message.head, core.now)
        break
      case 'trim':
        this.#given.trimming.below = message.beforeSeq
        break
      case 'day_end':
        core.ledger.dayEnds.slice()
        break
      case 'ticks':
        // The message needs no handler, because the turn itself processes the ticks.
        break
      case 'stop':
        this.#given.onStop()
        break
    }
  }
}
