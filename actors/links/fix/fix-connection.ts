import type { Socket } from 'node:net'
import type { FixSessionStore, FixStep } from '../../../storage/fix/session-store.js'
import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { FixSession } from '../../../wire/fix/session/session.js'
import type {
  FixDecision,
  FixNumbers,
  FixSessionSettings,
  FixTime,
} from '../../../wire/fix/session/settings.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { MessageTraffic } from '../message-traffic.js'
import { type DialOptions, TcpLink, type TcpLinkHandlers } from '../tcp-link.js'
import { UntakenMessages } from './untaken-messages.js'

/**
 * One FIX connection, dialled or accepted: carries out the decisions of its session. Owns the link,
 * and the session's store while the connection is open.
 *
 *   - A message is sent after its number is on disk; all steps of one turn are one record there.
 *   - `ended` is called once and last. After it, and after `close`, the store is not used any more.
 *   - An accepted connection has no session until its first message names one. If it names none, or
 *     one that is connected already, it is closed without an answer.
 *   - A message counts as received in the store after its receiver, and those of all earlier
 *     messages, have confirmed it; until then the next connection requests it again. The number is
 *     written with the next sent message, once a second, or at the end; a number lost with the
 *     process only causes repetitions.
 *   - A turn reads at most `TURN_MESSAGES_MAX` messages, and none while `UNTAKEN_MAX` are
 *     unconfirmed.
 */
export interface FixEndpoint {
  readonly settings: FixSessionSettings
  readonly store: FixNumberStore
  readonly traffic?: MessageTraffic | undefined
}

/** The part of a store that a connection uses. */
export type FixNumberStore = Pick<
  FixSessionStore,
  'isTrusted' | 'receivedMayBeOld' | 'numbers' | 'sent' | 'keep'
>

export interface FixConnectionHandlers {
  online(): void
  /**
   * Handles a message. Returns true if it is done; otherwise `taken` follows later with its mark.
   */
  delivered(message: FixMessage, mark: number): boolean
  /** Called when the connection has ended; `code` is only for the server's own log. */
  ended(why: string, code?: string): void
}

export interface FixAnswerer {
  readonly endpoint: FixEndpoint
  readonly handlers: FixConnectionHandlers
}

/** The session that a first message may begin; undefined for none. */
export type FixChoice = (
  first: FixMessage,
  address: string,
  connection: FixConnection,
) => FixAnswerer | undefined

export const TURN_MESSAGES_MAX = 512
export const UNTAKEN_MAX = 4_096
const TICK_MS = 1_000
const FIELD_END = '\u0001'
const TYPE_FIELD = `${FIELD_END}35=`
/**
 * A resend continues while fewer bytes than this wait for the peer, checked every `ROOM_LOOK_MS`.
 */
const ROOM_BYTES = 262_144
const ROOM_LOOK_MS = 20
/** The maximum wait for the first message of a new connection. */
export const FIRST_MESSAGE_MS = 5_000

export class FixConnection {
  readonly #clock: Clock
  readonly #reader = new FixFrameReader()
  readonly #link: TcpLink
  readonly #ticker: Timer
  readonly #choice: FixChoice
  readonly #untaken = new UntakenMessages()
  #address = ''
  #handlers: FixConnectionHandlers
  #endpoint: FixEndpoint | undefined
  #session: FixSession | undefined
  #traffic: MessageTraffic | undefined
  #timer: Timer | undefined
  /** The timer of the next turn, while received bytes wait to be read. */
  #nextTurn: Timer | undefined
  /** True while reading has stopped until more messages are confirmed. */
  #isFull = false
  #due: FixDecision[] = []
  #isDoing = false
  #why = ''
  #bytesIn = 0
  #bytesOut = 0

  private constructor(
    clock: Clock,
    handlers: FixConnectionHandlers,
    choice: FixChoice,
    link: (handlers: TcpLinkHandlers) => TcpLink,
    endpoint?: FixEndpoint,
  ) {
    this.#clock = clock
    this.#handlers = handlers
    this.#choice = choice
    this.#link = link({
      opened: () => {
        if (endpoint !== undefined) this.#begin(endpoint)
      },
      received: (bytes) => this.#received(bytes),
      closed: (why, code) => this.#closed(why, code),
    })
    this.#ticker = clock.every(TICK_MS, () => this.#tick())
  }

  static dial(
    options: DialOptions,
    endpoint: FixEndpoint,
    clock: Clock,
    handlers: FixConnectionHandlers,
  ): FixConnection {
    const nobody = (): undefined => undefined
    const made = (of: TcpLinkHandlers): TcpLink => TcpLink.dial(options, clock, of)
    return new FixConnection(clock, handlers, nobody, made, endpoint)
  }

  /**
   * Takes a connection that a peer opened; `stranger` is called at its end if it began no session.
   */
  static accept(
    socket: Socket,
    choice: FixChoice,
    clock: Clock,
    stranger: (why: string) => void,
  ): FixConnection {
    const handlers = { online: () => undefined, delivered: () => false, ended: stranger }
    const made = (of: TcpLinkHandlers): TcpLink => TcpLink.accept(socket, clock, of)
    const connection = new FixConnection(clock, handlers, choice, made)
    connection.#address = socket.remoteAddress ?? ''
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

  /** The numbers of the next message in each direction; both 1 before the session began. */
  get numbers(): FixNumbers {
    return this.#session?.numbers ?? { nextIn: 1, nextOut: 1 }
  }

  /** The number of bad frames that were skipped. */
  get garbled(): number {
    return this.#reader.garbled
  }

  /** The bytes that the peer has not received yet. */
  get queuedBytes(): number {
    return this.#link.queuedBytes
  }

  /** Sends a message. False if the session is not online; the message is then never sent. */
  send(type: string, body: readonly FixField[]): boolean {
    const decisions = this.#session?.send(type, body, this.#now) ?? []
    this.#do(decisions)
    return decisions.length > 0
  }

  /** Sends several messages with one record in the store. */
  sendAll(messages: readonly (readonly [type: string, body: readonly FixField[]])[]): boolean {
    const now = this.#now
    const decisions = messages.flatMap(([type, body]) => this.#session?.send(type, body, now) ?? [])
    this.#do(decisions)
    return decisions.length > 0
  }

  /**
   * Notes that a delivered message is confirmed and need not be repeated; a mark from before a
   * reset is ignored.
   */
  taken(mark: number): void {
    this.#untaken.take(mark)
    if (this.#isFull) this.#readLater()
  }

  logout(why: string): void {
    this.#do(this.#session?.logout(why, this.#now) ?? [])
  }

  /** Closes the connection without sending a Logout. */
  close(why: string): void {
    this.#end(why)
  }

  get #now(): FixTime {
    return { wall: this.#clock.now(), steady: this.#clock.monotonic() }
  }

  #begin({ settings, store, traffic }: FixEndpoint): void {
    this.#endpoint = { settings, store }
    this.#traffic = traffic
    const begins = settings.resetsOnLogon || !store.isTrusted
    const { receivedMayBeOld } = store
    const own = { ...settings, resetsOnLogon: begins, receivedMayBeOld }
    this.#untaken.begin(store.numbers.nextIn)
    this.#session = new FixSession(own, store.numbers, (seq) => store.sent(seq))
    this.#do(this.#session.opened(this.#now))
  }

  #tick(): void {
    this.#do(this.#session?.tick(this.#now) ?? [])
    this.#keepReceived()
  }

  #received(bytes: Uint8Array): void {
    this.#bytesIn += bytes.length
    this.#reader.push(bytes)
    if (this.#nextTurn === undefined) this.#turn()
  }

  /** Reads received data. Data beyond one turn waits, and so does the peer. */
  #turn(): void {
    this.#nextTurn = undefined
    const decided: FixDecision[] = []
    let read = 0
    for (; read < TURN_MESSAGES_MAX && this.#untaken.size < UNTAKEN_MAX; read++) {
      const frame = this.#reader.next()
      if (frame === undefined || this.#why !== '') break
      const message = readFixMessage(frame)
      if (message instanceof FixMessage) decided.push(...this.#heard(message))
      else if (message === 'garbled') this.#reader.refuse()
      else this.#end('a message has too many fields')
    }
    this.#do(decided)
    if (this.#reader.fault !== '') this.#end(this.#reader.fault)
    this.#isFull = this.#untaken.size >= UNTAKEN_MAX
    if (read < TURN_MESSAGES_MAX && !this.#isFull) this.#link.resume()
    else {
      this.#link.pause()
      if (!this.#isFull) this.#readLater()
    }
  }

  #readLater(): void {
    if (this.#why !== '' || this.#nextTurn !== undefined) return
    this.#nextTurn = this.#clock.after(0, () => this.#turn())
  }

  #heard(message: FixMessage): readonly FixDecision[] {
    if (this.#session === undefined) {
      const answerer = this.#choice(message, this.#address, this)
      if (answerer === undefined) {
        this.#end('its first message names no session that it may begin')
        return []
      }
      this.#timer?.cancel()
      this.#handlers = answerer.handlers
      this.#begin(answerer.endpoint)
    }
    this.#traffic?.heard(message.type)
    return this.#session?.received(message, this.#now) ?? []
  }

  /**
   * Carries out decisions: first writes the required steps to disk in one record, then acts in
   * order. Messages that a handler sends meanwhile follow after that.
   */
  #do(decisions: readonly FixDecision[]): void {
    if (decisions.length === 0) return
    this.#due.push(...decisions)
    if (this.#isDoing) return
    this.#isDoing = true
    while (this.#due.length > 0 && this.#why === '') {
      const batch = this.#due
      this.#due = []
      this.#keepSent(batch)
      // All sent data leaves together. A failed store has ended the connection.
      this.#link.gather()
      for (const decision of batch) if (this.#why === '') this.#carryOut(decision)
      this.#link.release()
    }
    this.#isDoing = false
  }

  #keepSent(batch: readonly FixDecision[]): void {
    const steps = batch.flatMap(stepsOf)
    if (steps.length === 0) return
    const nextIn = this.#untaken.news()
    const received: FixStep[] = nextIn === undefined ? [] : [{ what: 'received', nextIn }]
    this.#keep([...received, ...steps])
  }

  #keepReceived(): void {
    const nextIn = this.#untaken.news()
    if (nextIn !== undefined) this.#keep([{ what: 'received', nextIn }])
  }

  /** Writes steps to the store; a disk error ends only this session. */
  #keep(steps: readonly FixStep[]): void {
    const store = this.#endpoint?.store
    try {
      store?.keep(steps)
    } catch (error) {
      this.#endpoint = undefined
      this.#end(`the numbers of the session cannot be stored (${errorCode(error)})`)
    }
  }

  #carryOut(decision: FixDecision): void {
    switch (decision.do) {
      case 'send':
        this.#bytesOut += decision.text.length
        this.#link.send(decision.text)
        this.#traffic?.said(typeIn(decision.text))
        break
      case 'online':
        this.#handlers.online()
        break
      case 'deliver': {
        const mark = this.#untaken.deliver(decision.seq)
        if (this.#handlers.delivered(decision.message, mark)) this.#untaken.take(mark)
        break
      }
      case 'received':
        this.#untaken.receive(decision.nextIn)
        break
      case 'reset':
        this.#untaken.reset()
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
    this.#letStoreGo()
    this.#link.close(this.#why)
  }

  #letStoreGo(): void {
    this.#keepReceived()
    this.#endpoint = undefined
  }

  #closed(why: string, code: string | undefined): void {
    this.#ticker.cancel()
    this.#timer?.cancel()
    this.#nextTurn?.cancel()
    this.#letStoreGo()
    this.#handlers.ended(this.#why === '' ? why : this.#why, code)
  }
}

/** The type of a frame that this side has written. */
function typeIn(frame: string): string {
  const from = frame.indexOf(TYPE_FIELD) + TYPE_FIELD.length
  return frame.slice(from, frame.indexOf(FIELD_END, from))
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}

/** The steps that must be on disk before the decision is carried out. */
function stepsOf(decision: FixDecision): readonly FixStep[] {
  if (decision.do === 'reset') return [{ what: 'reset' }]
  if (decision.do !== 'store') return []
  return [{ what: 'sent', seq: decision.seq, message: decision.message }]
}
