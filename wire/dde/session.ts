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
 * The client side of a DDE connection as a state machine: it receives bytes and the time, and calls
 * the sink; it has no socket and no clock.
 *
 * D1. Prompts are found as substrings, with or without a line end, however the bytes are split. The
 *     banner may contain anything.
 * - Quotes are only reported after `Access granted`.
 * - After `ended` nothing more is reported.
 * - Password and token never appear in a reason.
 */
export interface DdeSessionOptions extends DdeSessionTerms {
  readonly login: string
  readonly password: string
  /**
   * A token that replaces login and password. It is sent as the login, followed by an empty
   * password line.
   */
  readonly token?: string
  /** The longest time from the start until `Access granted`. */
  readonly loginTimeoutMs: number
  /** Whether to request market depth (`depth.ts`). Only for providers known to support it. */
  readonly asksForDepth?: boolean
}

/** Settings that may change while the connection is open. */
export interface DdeSessionTerms {
  /** The symbols to request; undefined to receive all. */
  readonly symbols?: readonly string[]
  /** The longest time without any byte from the provider. */
  readonly idleTimeoutMs: number
  /** Converts the bytes of news to text. News are ignored without it. */
  readonly newsText?: (bytes: string) => string
}

export interface DdeSessionSink {
  send(text: string): void
  online(): void
  quote(symbol: string, bid: string, ask: string): void
  depth?(depth: DdeDepth): void
  news?(news: DdeNews): void
  /** The session has ended, and the caller must close the connection. */
  ended(end: DdeEnd): void
}

export type DdeEnd =
  | { readonly kind: 'denied'; readonly why: string }
  | { readonly kind: 'silent'; readonly why: string }
  | { readonly kind: 'malformed'; readonly why: string }

const PING_MS = 60_000
/** The most lines before `Access granted`. Usual servers send three to five. */
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

  /** `now` is any clock that never goes back, here and in every call. */
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

  /** The number of skipped lines that were neither quotes nor service lines. */
  get badLines(): number {
    return this.#badLines
  }

  /** Requests the symbols again if they have changed; the last list replaces earlier ones. */
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

  /** Checks timeouts and sends pings. The caller calls it about once a second. */
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
    // Providers answer pings, so a quiet market is not mistaken for a dead connection.
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

  /** Handles prompts without a line end (D1), and drops the text that was answered. */
  #unfinished(now: number): void {
    const { rest } = this.#reader
    if (rest !== '') this.#reader.dropRest(this.#answerPrompts(rest, now, false))
  }

  /** Answers the prompts in `text` in order. Returns how many characters have been processed. */
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

/** The position after `word` in `text`, searching from `from`; 0 if it is not found. */
function after(text: string, word: string, from: number): number {
  const found = text.indexOf(word, from)
  return found < 0 ? 0 : found + word.length
}
