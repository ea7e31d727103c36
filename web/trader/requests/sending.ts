import { signal } from '@preact/signals'
import { settings } from '../../settings/settings.js'
import { isStale } from '../../state/market.js'
import { once } from '../../state/once.js'
import { session } from '../../state/session.js'
import { scaled } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { typedNumber } from '../../text/typed-numbers.js'
import {
  canTrade,
  dropIntent,
  dropRequote,
  type Intent,
  type Requote,
  type TradeRequest,
  trade,
} from './trading.js'

/**
 * The only way by which orders, changes and closes are sent, by a button, a key, the ladder, the
 * chart or a list.
 *
 * - Nothing is sent while trading is not allowed, the connection is not live, or the price is
 *   outdated.
 * - One press sends one request. Presses with the same name are ignored until the first has
 *   finished (`web/state/once.ts`), and a confirmation is answered only once.
 * - Volumes above the one-click limit need confirmation, and exactly the confirmed request is sent.
 * - Everything that the trader has typed is sent, or nothing is (ticket-acts.ts).
 * - A change names the old value that it is based on, so that it does not overwrite the change of
 *   another user (changing.ts).
 */
interface SendRequest {
  /** The request as text, such as `Buy 0.10 EURUSD`. */
  readonly what: string
  /** Presses with the same name count as one. */
  readonly press: string
  /** The symbol whose price must not be outdated; null if the request depends on no price. */
  readonly symbol: string | null
  readonly isAskedBack: boolean
  /** Lines below the question, updated with every price. */
  readonly lines?: () => readonly string[]
  /** The texts of the question and of its button, if they differ from `what`. */
  readonly title?: string
  readonly go?: string
  readonly side?: 'buy' | 'sell'
  act(): Promise<unknown>
}

/** The confirmation that is currently shown. */
export interface Question extends SendRequest {
  /** Called when it has been answered, either way. */
  end(): void
}

export const question = signal<Question | null>(null)

export function mayTrade(): boolean {
  return session.value?.read_only !== true && canTrade()
}

/** Resolves when the request is done, refused or cancelled. */
export function ask(asked: SendRequest): Promise<void> {
  const { press, symbol, isAskedBack, act } = asked
  if (!mayTrade() || (symbol !== null && isStale(symbol))) return Promise.resolve()
  if (!isAskedBack) return once(press, act)
  question.value?.end()
  return new Promise((resolve) => {
    question.value = { ...asked, end: resolve }
  })
}

/**
 * Executes or cancels the request. Each confirmation is answered only once, so that no confirmed
 * request is skipped.
 */
export async function answerQuestion(isYes: boolean): Promise<void> {
  const asked = question.value
  if (asked === null) return
  question.value = null
  if (isYes) await asked.act()
  asked.end()
}

/** Repeats a request that did not arrive, when the trader asks for it. */
export function sendAgain({ id, request, words: what }: Intent): Promise<void> {
  return ask({
    what,
    press: `again ${id}`,
    symbol: symbolOf(request),
    isAskedBack: false,
    act() {
      dropIntent(id)
      return trade(request, what)
    },
  })
}

export function takeRequote(offer: Requote): Promise<void> {
  const { request, words: what, price, quoteId } = offer
  return ask({
    what,
    press: `requote ${quoteId}`,
    symbol: null,
    isAskedBack: false,
    act() {
      dropRequote(offer)
      return trade({ ...request, price, quote_id: quoteId }, what)
    },
  })
}

/** The symbol of an order at the market price. */
function symbolOf({ kind, symbol }: TradeRequest): string | null {
  return kind === 'open' && typeof symbol === 'string' ? symbol : null
}

export function questionTitle({ title, what }: SendRequest): string {
  return title ?? words.value.trade.confirm({ what })
}

/** Whether this volume may be traded with one click. */
export function isOneClick(lots: string): boolean {
  const { oneClick, oneClickMax } = settings.value
  return oneClick && !isAbove(lots, oneClickMax)
}

/** Whether dragging a line for this volume needs confirmation. */
export function mustConfirmDrag(lots: string): boolean {
  const { askDrags, askDragsAbove } = settings.value
  return askDrags === 'always' || (askDrags === 'above' && isAbove(lots, askDragsAbove))
}

const VOLUME_DIGITS = 8

function isAbove(lots: string, bound: string): boolean {
  return scaled(lots, VOLUME_DIGITS) > scaled(typedNumber(bound, 2, 'asked') ?? '0', VOLUME_DIGITS)
}
