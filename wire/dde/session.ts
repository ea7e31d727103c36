import {
  DDE_LINE_CHARACTERS_MAX,
  DDE_PING,
  filterLine,
  isServiceLine,
  quoteFromLine,
} from './codec.js'
import { DDE_DEPTH_ASKED, type DdeDepth, depthFromLine, isDepthLine } from './depth.js'
import { DdeLineReader } from './line-reader.js'
import { type DdeNews, newsFromBlock } from './news.js'

/**
 * The client's side of one DDE connection: bytes and the time come in, calls of the
 * sink go out. Owns how far the login is; no socket, no clock.
 *
 *   D1. Prompts are found by substring, with or without an end of line, in any order of chunks; the
 *       banner may say anything.
 *   D2. Quotes are told only after `Access granted`.
 *   D3. After `ended` nothing is told any more.
 *   D4. Neither password nor token is ever part of a reason.
 */
export interface DdeSessionOptions extends DdeSessionTerms {
  readonly login: string
  readonly password: string
  /** Instead of both: sent as the login, with an empty password line. */
  readonly token?: string
  /** The longest time from the start to `Access granted`. */
  readonly loginTimeoutMs: number
  /** Asks for depth (depth.ts): of a provider that is known to have it. */
  readonly asksForDepth?: boolean
}

/** Terms that may change while the connection stands. */
export interface DdeSessionTerms {
  /** The symbols to ask for; without it everything comes. */
  readonly symbols?: readonly string[]
  /** The longest time without a byte from the provider. */
  readonly idleTimeoutMs: number
  /** Tells news, too: makes text of the bytes that stand in them. */
  readonly newsText?: (bytes: string) => string
}

export interface DdeSessionSink {
  send(text: string): void
  online(): void
  quote(symbol: string, bid: string, ask: string): void
  depth?(depth: DdeDepth): void
  news?(news: DdeNews): void
  /** The connection is to be closed. */
  ended(end: DdeEnd): void
}

export type DdeEnd =
  | { readonly kind: 'denied'; readonly why: string }
  | { readonly kind: 'silent'; readonly why: string }
  | { readonly kind: 'malformed'; readonly why: string }

const PING_MS = 60_000
/** Lines before `Access granted`; the trade's servers send three to five. */
const LOGIN_LINES_MAX = 32

type Phase = 'login' | 'password' | 'access' | 'online' | 'ended'

export class DdeSession {
  readonly #options: DdeSessionOptions
  readonly #sink: DdeSessionSink
  readonly #reader = new DdeLineReader(DDE_LINE_CHARACTERS_MAX, true)
  readonly #startedAt: number
  #terms: DdeSessionTerms
  #phase: Phase = 'login'
  #heardAt: number
  #pingedAt: number
  #loginLines = 0
  #badLines = 0

  /** `now` is any clock that only rises, here and in every call. */
  constructor(options: DdeSessionOptions, sink: DdeSessionSink, now: number) {
    this.#options = options
    this.#terms = options
    this.#sink = sink
    this.#startedAt = now
    this.#heardAt = now
    this.#pingedAt = now
    this.#reader.keepsNews = options.newsText !== undefined
  }

  get isOnline(): boolean {
    return this.#phase === 'online'
  }

  /** Lines that were neither quote nor service line, skipped. */
  get badLines(): number {
    return this.#badLines
  }

  /** Asks for the symbols again when they are others: the list that was sent last holds. */
  renew(terms: DdeSessionTerms): void {
    const before = this.#terms.symbols?.join(';')
    this.#terms = terms
    this.#reader.keepsNews = terms.newsText !== undefined
    if (this.#phase === 'online' && terms.symbols?.join(';') !== before) this.#ask()
  }

  receive(bytes: Uint8Array, now: number): void {
    if (this.#phase === 'ended') return
    this.#heardAt = now
    this.#reader.push(bytes)
    for (;;) {
      const line = this.#reader.next()
      this.#tellNews()
      if (line === undefined) break
      if (this.#phase === 'online') this.#streamed(line)
      else this.#beforeAccess(line, now)
      if (this.#hasEnded()) return
    }
    if (this.#reader.fault !== '') this.#end({ kind: 'malformed', why: this.#reader.fault })
    else if (this.#phase !== 'online') this.#unfinished(now)
  }

  /** To be called about once a second. */
  tick(now: number): void {
    if (this.#phase === 'ended') return
    if (this.#phase !== 'online') {
      if (now - this.#startedAt >= this.#options.loginTimeoutMs) {
        this.#end({ kind: 'silent', why: `no answer to the login (${this.#phase} step)` })
      }
      return
    }
    if (now - this.#heardAt >= this.#terms.idleTimeoutMs) {
      this.#end({ kind: 'silent', why: 'the provider fell silent' })
      return
    }
    // A provider answers pings, so a quiet market must not look like a dead link.
    if (now - this.#pingedAt < Math.min(PING_MS, this.#terms.idleTimeoutMs / 2)) return
    this.#pingedAt = now
    this.#sink.send(DDE_PING)
  }

  #streamed(line: string): void {
    if (line === '') return
    if (isServiceLine(line)) {
      if (this.#options.asksForDepth === true && isDepthLine(line)) this.#depth(line)
      return
    }
    const quote = quoteFromLine(line)
    if (quote === undefined) this.#badLines++
    else this.#sink.quote(quote.symbol, quote.bid, quote.ask)
  }

  #tellNews(): void {
    const block = this.#reader.takeNews()
    const { newsText } = this.#terms
    if (block === undefined || newsText === undefined || this.#phase !== 'online') return
    this.#sink.news?.(newsFromBlock(block.header, block.body, newsText))
  }

  #depth(line: string): void {
    const depth = depthFromLine(line)
    if (depth === undefined) this.#badLines++
    else this.#sink.depth?.(depth)
  }

  #beforeAccess(line: string, now: number): void {
    this.#loginLines++
    if (this.#answerPrompts(line, now, true) > 0) return
    if (this.#loginLines >= LOGIN_LINES_MAX) {
      this.#end({ kind: 'malformed', why: 'the provider does not ask for a login as DDE does' })
    }
  }

  /** A prompt may come without an end of line (D1); what was answered is not read again. */
  #unfinished(now: number): void {
    const { rest } = this.#reader
    if (rest !== '') this.#reader.dropRest(this.#answerPrompts(rest, now, false))
  }

  /** Answers the prompts in `text` one after the other; tells how much of it is done with. */
  #answerPrompts(text: string, now: number, isWhole: boolean): number {
    const lower = text.toLowerCase()
    let at = 0
    if (this.#phase === 'login') {
      at = after(lower, 'login:', 0)
      if (at === 0) return 0
      this.#phase = 'password'
      this.#sink.send(`${this.#options.token ?? this.#options.login}\r\n`)
    }
    if (this.#phase === 'password') {
      const next = after(lower, 'password:', at)
      if (next === 0) return at
      at = next
      this.#phase = 'access'
      this.#sink.send(`${this.#options.token === undefined ? this.#options.password : ''}\r\n`)
    }
    const access = after(lower, 'access ', at)
    if (access === 0) return at
    const verdict = lower.slice(access)
    if (verdict.includes('granted')) this.#granted(now)
    else if (isWhole || verdict.includes('denied')) {
      this.#end({ kind: 'denied', why: 'the provider denied access; check login and password' })
    } else return at
    return text.length
  }

  #granted(now: number): void {
    this.#phase = 'online'
    this.#pingedAt = now
    this.#ask()
    if (this.#options.asksForDepth === true) this.#sink.send(DDE_DEPTH_ASKED)
    this.#sink.online()
  }

  #ask(): void {
    const { symbols } = this.#terms
    const filter = symbols === undefined ? undefined : filterLine(symbols)
    if (filter !== undefined) this.#sink.send(filter)
  }

  #end(end: DdeEnd): void {
    this.#phase = 'ended'
    this.#sink.ended(end)
  }

  #hasEnded(): boolean {
    return this.#phase === 'ended'
  }
}

/** The place at which `word` ends in `text`, looking from `from`; 0 when it is not there. */
function after(text: string, word: string, from: number): number {
  const found = text.indexOf(word, from)
  return found < 0 ? 0 : found + word.length
}
