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
 * The one way by which orders, changes and closes leave the page, whatever was pressed: a button, a key, a row of the
 * ladder, a handle of the chart, a list.
 *
 *   S1. Nothing goes while nobody may trade, the line is not live, or the price that it goes by is old.
 *   S2. One press is one request: presses of one name are one until the first is over (`web/state/once.ts`), and a question is
 *       answered once.
 *   S3. More lots than one press may move are asked back, and what is asked back is what goes.
 *   S4. What the trader has typed beside it goes along, or nothing does (ticket-acts.ts).
 *   S5. A change says what it was made from, so that it undoes nobody else's (changing.ts).
 */
export interface Asked {
  /** The request in words: `Buy 0.10 EURUSD`. */
  readonly what: string
  /** Presses of the same name are one press. */
  readonly press: string
  /** The symbol whose price must not be old; null where it goes by no price. */
  readonly symbol: string | null
  readonly isAskedBack: boolean
  /** Lines under the question, drawn anew with every price. */
  readonly lines?: () => readonly string[]
  /** The words of the question, and of its button, where they are not `what`. */
  readonly title?: string
  readonly go?: string
  readonly side?: 'buy' | 'sell'
  act(): Promise<unknown>
}

/** The question that is shown now. */
export interface Question extends Asked {
  /** Called when it was answered, either way. */
  end(): void
}

export const question = signal<Question | null>(null)

export function mayTrade(): boolean {
  return session.value?.read_only !== true && canTrade()
}

/** Resolves when it is done, refused or left. */
export function ask(asked: Asked): Promise<void> {
  const { press, symbol, isAskedBack, act } = asked
  if (!mayTrade() || (symbol !== null && isStale(symbol))) return Promise.resolve()
  if (!isAskedBack) return once(press, act)
  question.value?.end()
  return new Promise((resolve) => {
    question.value = { ...asked, end: resolve }
  })
}

/** Does what was asked, or leaves it. Each question is answered once, so no confirmed act is skipped. */
export async function answerQuestion(isYes: boolean): Promise<void> {
  const asked = question.value
  if (asked === null) return
  question.value = null
  if (isYes) await asked.act()
  asked.end()
}

/** Sends a request that never arrived again, at the trader's wish. */
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

/** The price of a requote is taken. */
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

/** The symbol of an order that goes by the market's price. */
function symbolOf({ kind, symbol }: TradeRequest): string | null {
  return kind === 'open' && typeof symbol === 'string' ? symbol : null
}

export function questionTitle({ title, what }: Asked): string {
  return title ?? words.value.trade.confirm({ what })
}

/** Whether so many lots move at one press. */
export function isOneClick(lots: string): boolean {
  const { oneClick, oneClickMax } = settings.value
  return oneClick && !isAbove(lots, oneClickMax)
}

/** Whether a drag that moves a line of so many lots is asked back. */
export function isDragAskedBack(lots: string): boolean {
  const { askDrags, askDragsAbove } = settings.value
  return askDrags === 'always' || (askDrags === 'above' && isAbove(lots, askDragsAbove))
}

const VOLUME_DIGITS = 8

function isAbove(lots: string, bound: string): boolean {
  return scaled(lots, VOLUME_DIGITS) > scaled(typedNumber(bound, 2, 'asked') ?? '0', VOLUME_DIGITS)
}
