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
 * The serving side of one DDE connection: bytes and the time come in, calls of the sink
 * go out; no socket, no clock. What it sends suits both kinds of client of the trade:
 *
 *   P1. One line before the login prompt (at most two are allowed), an end of line after every
 *       prompt, and nothing between the password prompt and the access line.
 *   P2. Login and password may come before their prompt.
 *   P3. No quote leaves before access is granted, and none with unchanged prices.
 */
export interface DdeServerSink {
  send(text: string): void
  granted(): void
  /** The connection is to be closed once what was sent is out. */
  ended(why: string): void
}

export type DdeCredentialCheck = (login: string, password: string) => boolean

const BANNER = '> Openfloor DDE server 1.0\r\n'
const LOGIN_PROMPT = '> Login: \r\n'
const PASSWORD_PROMPT = '> Password: \r\n'
const GRANTED = '> Access granted\r\n'
const DENIED = '> Access denied\r\n'
const LOGIN_LIMIT_MS = 5_000
/** Clients ping every 60 s at the latest, so two missed pings are a dead peer. */
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
  /** Symbol -> the line last sent: as many as the server has symbols. */
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

  /** To be called about once a second. */
  tick(now: number): void {
    if (this.#phase === 'ended') return
    if (this.#phase !== 'online') {
      if (now - this.#startedAt >= LOGIN_LIMIT_MS) this.#end('no login in time')
    } else if (now - this.#heardAt >= SILENCE_LIMIT_MS) this.#end('the client fell silent')
  }

  /** Takes the quote for the next `flush`, when this client wants it and the prices changed (P3). */
  publish(symbol: string, bid: string, ask: string): void {
    if (this.#phase !== 'online') return
    if (this.#symbols !== undefined && !this.#symbols.has(symbol)) return
    const line = lineFromQuote(symbol, bid, ask)
    if (this.#sent.get(symbol) === line) return
    this.#sent.set(symbol, line)
    this.#out += line
  }

  /** Takes the depth for the next `flush`, when this client asked for depth and wants the symbol. */
  publishDepth(depth: DdeDepth): void {
    if (!this.#wantsDepth || this.#symbols?.has(depth.symbol) === false) return
    if (this.#phase === 'online') this.#out += lineFromDepth(depth)
  }

  /** Sends what `publish` gathered as one text. */
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

  /** Lines that are no filter are ignored; an empty filter takes everything again. */
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
