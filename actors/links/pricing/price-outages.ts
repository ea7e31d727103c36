import type { QuotedSymbol } from '../../../engine/pricing/quoted-symbol.js'
import type { UnixMs } from '../../../engine/units.js'
import type { PriceBoard } from '../../shared/price-board.js'

/**
 * Detects symbols that should have a usable price but have none, and reports the begin and the end
 * of each outage once.
 *
 *   - A symbol is out if nobody guarantees its price although its market has been open for the
 *     maximum age of a price. A symbol without a quote since the start counts only after that time.
 *   - Symbols that fail or recover together share one line. After `LINES_MAX` lines there is one
 *     per `LINE_MS`; an outage that ended before its line is not reported.
 */
const LINES_MAX = 10
const LINE_MS = 60_000
const NAMES_MAX = 20
/** The time allowed for the first quote of symbols whose prices never become too old. */
const FIRST_QUOTE_MS = 120_000

export class PriceOutages {
  readonly #board: PriceBoard
  readonly #startedAt: UnixMs
  readonly #tell: (line: string) => void
  readonly #lost = new Set<string>()
  readonly #back = new Set<string>()
  #lines = LINES_MAX
  #earnedAt: UnixMs

  constructor(board: PriceBoard, now: UnixMs, tell: (line: string) => void) {
    this.#board = board
    this.#startedAt = now
    this.#earnedAt = now
    this.#tell = tell
  }

  /** Called once a second. */
  look(symbols: Iterable<QuotedSymbol>, now: UnixMs): void {
    let out = 0
    for (const symbol of symbols) {
      const isUsable = this.#board.usableUntil(symbol.id) >= now
      if (symbol.isOut) {
        if (isUsable) this.#comesBack(symbol)
        else if (symbol.spec.tradeAccess === 'disabled') symbol.isOut = false
      } else if (!isUsable && this.#isMissed(symbol, now)) this.#goes(symbol)
      if (symbol.isOut) out++
    }
    this.#board.setOffQuotes(out)
    this.#say(now)
  }

  #isMissed(symbol: QuotedSymbol, now: UnixMs): boolean {
    const last = this.#board.last(symbol.id)
    if (last === undefined || !symbol.isExpected(now)) return false
    if (last.at >= this.#startedAt) return true
    const age = symbol.spec.record.quote_max_age_sec * 1_000 || FIRST_QUOTE_MS
    return now - this.#startedAt >= age
  }

  #goes(symbol: QuotedSymbol): void {
    symbol.isOut = true
    const { name } = symbol.spec
    if (!this.#back.delete(name)) this.#lost.add(name)
  }

  #comesBack(symbol: QuotedSymbol): void {
    symbol.isOut = false
    const { name } = symbol.spec
    if (!this.#lost.delete(name)) this.#back.add(name)
  }

  #say(now: UnixMs): void {
    // The clock may have been set back.
    const earned = Math.floor(Math.abs(now - this.#earnedAt) / LINE_MS)
    if (earned > 0) {
      this.#lines = Math.min(LINES_MAX, this.#lines + earned)
      this.#earnedAt = now
    }
    if (this.#lines === 0 || this.#lost.size + this.#back.size === 0) return
    this.#lines--
    const lines: string[] = []
    if (this.#lost.size > 0) lines.push(`no usable price any more: ${listed(this.#lost)}`)
    if (this.#back.size > 0) lines.push(`prices are back: ${listed(this.#back)}`)
    this.#lost.clear()
    this.#back.clear()
    this.#tell(lines.join('; '))
  }
}

function listed(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, NAMES_MAX).join(', ')
  const more = names.size - NAMES_MAX
  return more > 0 ? `${first} and ${more} more` : first
}
