import type { Socket } from 'node:net'
import type { FixSessionStore, FixStep } from '../../../storage/fix/session-store.js'
import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { FixSession } from '../../../wire/fix/session/session.js'
import type {
  FixDecision,
  FixSessionSettings,
  FixTime,
} from '../../../wire/fix/session/settings.js'
import type { Clock, Timer } from '../../thread/clock.js'
import { type DialOptions, TcpLink } from '../tcp-link.js'

/**
 * One connection that speaks FIX, dialled or accepted: carries out what its session decides. Owns the link, and
 * the session's store while the connection stands.
 *
 *   C1. What a session sends leaves after its number is on disk; what came of one read is one record there.
 *   C2. `ended` is called once, last.
 *   C3. One that was accepted is nobody's until its first message names a session; one that names none, or one
 *       that is on already, is closed without a word.
 */
export interface FixEndpoint {
  readonly settings: FixSessionSettings
  readonly store: FixSessionStore
}

export interface FixConnectionHandlers {
  online(): void
  delivered(message: FixMessage, seq: number): void
  ended(why: string): void
}

/** The session that a first message may begin; undefined for none. */
export type FixChoice = (first: FixMessage, address: string) => FixEndpoint | undefined

const TICK_MS = 1_000
/** For a resend to go on: what waits for the peer is less, looked at so often. */
const ROOM_BYTES = 262_144
const ROOM_LOOK_MS = 20
/** From the connection to the first message. */
const FIRST_MESSAGE_MS = 5_000

export class FixConnection {
  readonly #clock: Clock
  readonly #handlers: FixConnectionHandlers
  readonly #reader = new FixFrameReader()
  readonly #link: TcpLink
  readonly #ticker: Timer
  readonly #choice: FixChoice
  readonly #address: string
  #endpoint: FixEndpoint | undefined
  #session: FixSession | undefined
  #timer: Timer | undefined
  #why = ''
  #bytesIn = 0
  #bytesOut = 0

  private constructor(
    clock: Clock,
    handlers: FixConnectionHandlers,
    choice: FixChoice,
    address: string,
    link: (connection: FixConnection) => TcpLink,
  ) {
    this.#clock = clock
    this.#handlers = handlers
    this.#choice = choice
    this.#address = address
    this.#link = link(this)
    this.#ticker = clock.every(TICK_MS, () => this.#do(this.#session?.tick(this.#now) ?? []))
  }

  static dial(
    options: DialOptions,
    endpoint: FixEndpoint,
    clock: Clock,
    handlers: FixConnectionHandlers,
  ): FixConnection {
    const made = (connection: FixConnection): TcpLink =>
      TcpLink.dial(options, clock, {
        opened: () => connection.#begin(endpoint),
        received: (bytes) => connection.#received(bytes),
        closed: (why) => connection.#closed(why),
      })
    return new FixConnection(clock, handlers, () => undefined, '', made)
  }

  static accept(
    socket: Socket,
    choice: FixChoice,
    clock: Clock,
    handlers: FixConnectionHandlers,
  ): FixConnection {
    const made = (connection: FixConnection): TcpLink =>
      TcpLink.accept(socket, clock, {
        opened: () => {},
        received: (bytes) => connection.#received(bytes),
        closed: (why) => connection.#closed(why),
      })
    const address = socket.remoteAddress ?? ''
    const connection = new FixConnection(clock, handlers, choice, address, made)
    connection.#timer = clock.after(FIRST_MESSAGE_MS, () =>
      connection.#end('it did not log on in time'),
    )
    return connection
  }

  get isOnline(): boolean {
    return this.#session?.isOnline ?? false
  }

  get bytesIn(): number {
    return this.#bytesIn
  }

  get bytesOut(): number {
    return this.#bytesOut
  }

  /** False where the session is not online: nothing was sent, and nothing will be. */
  send(type: string, body: readonly FixField[]): boolean {
    const decisions = this.#session?.send(type, body, this.#now) ?? []
    this.#do(decisions)
    return decisions.length > 0
  }

  logout(why: string): void {
    this.#do(this.#session?.logout(why, this.#now) ?? [])
  }

  /** Drops the connection without goodbye. */
  close(why: string): void {
    this.#end(why)
  }

  get #now(): FixTime {
    return { wall: this.#clock.now(), steady: this.#clock.monotonic() }
  }

  #begin({ settings, store }: FixEndpoint): void {
    this.#endpoint = { settings, store }
    const begins = settings.resetsOnLogon || !store.isTrusted
    const own = { ...settings, resetsOnLogon: begins }
    this.#session = new FixSession(own, store.numbers, (seq) => store.sent(seq))
    this.#do(this.#session.opened(this.#now))
  }

  #received(bytes: Uint8Array): void {
    this.#bytesIn += bytes.length
    this.#reader.push(bytes)
    const decided: FixDecision[] = []
    for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
      const message = readFixMessage(frame)
      if (message instanceof FixMessage) decided.push(...this.#heard(message))
      else if (message === 'garbled') this.#reader.refuse()
      else this.#end('a message has too many fields')
      if (this.#why !== '') break
    }
    this.#do(decided)
    if (this.#reader.fault !== '') this.#end(this.#reader.fault)
  }

  #heard(message: FixMessage): readonly FixDecision[] {
    if (this.#session === undefined) {
      const endpoint = this.#choice(message, this.#address)
      if (endpoint === undefined) {
        this.#end('its first message names no session that it may begin')
        return []
      }
      this.#timer?.cancel()
      this.#begin(endpoint)
    }
    return this.#session?.received(message, this.#now) ?? []
  }

  /** First what is to be on disk, in one record, then the rest in its order. */
  #do(decisions: readonly FixDecision[]): void {
    if (decisions.length === 0) return
    this.#endpoint?.store.keep(decisions.flatMap(stepsOf))
    for (const decision of decisions) this.#carryOut(decision)
  }

  #carryOut(decision: FixDecision): void {
    switch (decision.do) {
      case 'send':
        this.#bytesOut += decision.text.length
        this.#link.send(decision.text)
        break
      case 'online':
        this.#handlers.online()
        break
      case 'deliver':
        this.#handlers.delivered(decision.message, decision.seq)
        break
      case 'proceed':
        this.#goOn()
        break
      case 'disconnect':
        this.#link.finish(decision.why)
    }
  }

  #goOn(): void {
    this.#timer = this.#clock.after(ROOM_LOOK_MS, () => {
      if (this.#link.queuedBytes > ROOM_BYTES) this.#goOn()
      else this.#do(this.#session?.proceed(this.#now) ?? [])
    })
  }

  #end(why: string): void {
    if (this.#why === '') this.#why = why
    this.#link.close(this.#why)
  }

  #closed(why: string): void {
    this.#ticker.cancel()
    this.#timer?.cancel()
    this.#handlers.ended(this.#why === '' ? why : this.#why)
  }
}

function stepsOf(decision: FixDecision): readonly FixStep[] {
  if (decision.do === 'reset') return [{ what: 'reset' }]
  if (decision.do === 'received') return [{ what: 'received', nextIn: decision.nextIn }]
  if (decision.do !== 'store') return []
  return [{ what: 'sent', seq: decision.seq, message: decision.message }]
}
