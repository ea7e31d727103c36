import {
  DDE_FILTER_CHARACTERS_MAX,
  DDE_LINE_CHARACTERS_MAX,
  DDE_PING,
  isPing,
  lineFromQuote,
  symbolsFromFilterLine,
} from './codec.js'
import { asksForDepth, type DdeDepth, lineFromDepth } from './depth.js'
import { DdeLineReader } from './line-reader.js'

/**
 * The server side of a DDE connection as a state machine: it receives bytes and the time, and calls
 * the sink; it has no socket and no clock. Its output suits both common kinds of DDE clients:
 *
 * - It sends one line before the login prompt (at most two are allowed), a line end after every
 *   prompt, and nothing between the password prompt and the access line.
 * - Login and password may arrive before their prompts.
 * P3. No quote is sent before access is granted, and none with unchanged prices.
 */
export interface DdeServerSink {
  send(text: string): void
  granted(): void
  /** The caller must close the connection after sending everything. */
  ended(why: string): void
}

export type DdeCredentialCheck = (login: string, password: string) => boolean

const BANNER = '> Openfloor DDE server 1.0\r\n'
const LOGIN_PROMPT = '> Login: \r\n'
const PASSWORD_PROMPT = '> Password: \r\n'
const GRANTED = '> Access granted\r\n'
const DENIED = '> Access denied\r\n'
const LOGIN_LIMIT_MS = 5_000
/** Clients ping at least every 60 s, so two missed pings mean that the client is disconnected. */
const SILENCE_LIMIT_MS = 150_000
const FILTER_SYMBOLS_MAX = 4_096

type Phase = 'login' | 'password' | 'online' | 'ended'

export class DdeServerSession {
  readonly #accepts: DdeCredentialCheck
  readonly #sink: DdeServerSink
  readonly #reader = new DdeLineReader(DDE_LINE_CHARACTERS_MAX, false)
  readonly #startedAt: number
  #phase: Phase = 'login'
  #login = ''
  #heardAt: number
  #symbols: ReadonlySet<string> | undefined
  /** The last line sent for each symbol, so at most one entry per symbol. */
  readonly #sent = new Map<string, string>()
  #wantsDepth = false
  #out = ''

  constructor(accepts: DdeCredentialCheck, sink: DdeServerSink, now: number) {
    this.#accepts = accepts
    this.#sink = sink
    this.#startedAt = now
    this.#heardAt = now
    sink.send(BANNER + LOGIN_PROMPT)
  }

  get isOnline(): boolean {
    return this.#phase === 'online'
  }

  receive(bytes: Uint8Array, now: number): void {
    if (this.#phase === 'ended') return
    this.#heardAt = now
    this.#reader.push(bytes)
    for (;;) {
      const line = this.#reader.next()
      if (line === undefined) break
      this.#line(line)
      if (this.#hasEnded()) return
    }
    if (this.#reader.fault !== '') this.#end(this.#reader.fault)
  }

  /** Ends the session after a timeout. The caller calls it about once a second. */
  tick(now: number): void {
    if (this.#phase === 'ended') return
    if (this.#phase !== 'online') {
      if (now - this.#startedAt >= LOGIN_LIMIT_MS) this.#end('no login in time')
    } else if (now - this.#heardAt >= SILENCE_LIMIT_MS) this.#end('the client fell silent')
  }

  /**
   * Queues a quote for the next `flush` if this client wants the symbol and the prices have changed
   * (P3).
   */
  publish(symbol: string, bid: string, ask: string): void {
    if (this.#phase !== 'online') return
    if (this.#symbols !== undefined && !this.#symbols.has(symbol)) return
    const line = lineFromQuote(symbol, bid, ask)
    if (this.#sent.get(symbol) === line) return
    this.#sent.set(symbol, line)
    this.#out += line
  }

  /** Queues market depth for the next `flush` if this client requested depth and wants the symbol. */
  publishDepth(depth: DdeDepth): void {
    if (!this.#wantsDepth || this.#symbols?.has(depth.symbol) === false) return
    if (this.#phase === 'online') this.#out += lineFromDepth(depth)
  }

  /** Sends everything that is in the queue. */
  flush(): void {
    if (this.#out === '') return
    const out = this.#out
    this.#out = ''
    this.#sink.send(out)
  }

  #line(line: string): void {
    if (this.#phase === 'login') {
      this.#login = line.trim()
      this.#phase = 'password'
      this.#sink.send(PASSWORD_PROMPT)
    } else if (this.#phase === 'password') this.#answerLogin(line)
    else if (isPing(line)) this.#sink.send(DDE_PING)
    else if (asksForDepth(line)) this.#wantsDepth = true
    else this.#filter(line)
  }

  #answerLogin(password: string): void {
    if (!this.#accepts(this.#login, password)) {
      this.#sink.send(DENIED)
      this.#end('access denied')
      return
    }
    this.#phase = 'online'
    this.#reader.setLineMax(DDE_FILTER_CHARACTERS_MAX)
    this.#sink.send(GRANTED)
    this.#sink.granted()
    this.flush()
  }

  /**
   * Sets the symbol filter; an empty filter selects all symbols again. Ignores lines that are no
   * filter.
   */
  #filter(line: string): void {
    const names = symbolsFromFilterLine(line)
    if (names === undefined) return
    this.#symbols = names.length === 0 ? undefined : new Set(names.slice(0, FILTER_SYMBOLS_MAX))
  }

  #end(why: string): void {
    this.#phase = 'ended'
    this.#out = ''
    this.#sent.clear()
    this.#sink.ended(why)
  }

  #hasEnded(): boolean {
    return this.#phase === 'ended'
  }
}
