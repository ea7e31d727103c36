import type { RoutedRequest, SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { routeRequest } from '../../book/routing.js'
import { wallTime } from '../../calendar/server-clock.js'
import { isRefusal, type Refusal, refuse, refusedBy } from '../../code.js'
import { REQUEST_KINDS, type RoutingRuleRecord } from '../../config/records/routing-rule.js'
import { because, inWords } from '../../reasons/reasons.js'
import type { PricePts, Side, VolumeUnits } from '../../units.js'
import type { DecisionContext, Wait, WaitOutcome } from '../decision.js'
import type { OrderKind } from '../event.js'
import type { Account } from '../state.js'
import { gatewayFor, gatewayToRestAt } from './at-provider/gateway-choice.js'
import { isTrading } from './at-provider/waiting.js'
import { offer } from './expected-price.js'

/** The fields of a request that routing rules use. */
export interface RouteQuestion {
  readonly kind: string
  readonly orderKind: OrderKind
  readonly side: Side
  readonly volume: VolumeUnits
  readonly deviationPts: number
  readonly comment: string
  /** The offer's id, or empty text, if the request can accept an offer; otherwise undefined. */
  readonly quoteId?: string
  /** True when a pending order is placed that may rest at a provider. */
  readonly mayRestAtProvider?: boolean
}

/** A request that proceeds, at the market price or at its own price. */
export interface RequestRoute {
  readonly priceOf: 'market' | 'request'
  /** The dealer's price, which replaces the market price and the request's own. */
  readonly price?: PricePts
  /** True if a rule removes the request's stop loss and take profit. */
  readonly clearsStops: boolean
  /**
   * The gateway whose provider keeps the pending order; undefined if the order rests on this
   * server.
   */
  readonly gatewayId?: number
  readonly ruleId: number
}

/**
 * Evaluates the rules, unless the context already contains an answer. An offer requires a price.
 */
export function routed(
  context: DecisionContext,
  account: Account,
  symbol: SymbolSpec,
  quote: Quote | undefined,
  question: RouteQuestion,
): RequestRoute | Refusal | WaitOutcome {
  const { answer } = context
  if (answer !== undefined) {
    const { price, clearsStops, ruleId } = answer
    return { priceOf: 'market', clearsStops, ruleId, ...(price === undefined ? {} : { price }) }
  }
  const asked = new RouteRequest(context, account, symbol, question)
  const { rule, clearsStops, delayMs } = routeRequest(
    context.book,
    asked,
    (one) => one.skip_no_dealer && !isDealerThere(context, account, one),
  )
  const { side, orderKind, volume } = question
  const ruleId = rule?.id ?? 0
  const wait = (by: Wait['by'], dealers: readonly number[] = [], gatewayId = 0): WaitOutcome => ({
    wait: { by, ruleId, dealers, gatewayId, delayMs, clearsStops, symbol, side, orderKind, volume },
  })
  if (delayMs > 0 && rule !== undefined && context.isDelayed !== true) return wait('delay')
  switch (rule?.action) {
    case 'confirm_market_price':
      return { priceOf: 'market', clearsStops, ruleId }
    case 'confirm_request_price':
      return { priceOf: 'request', clearsStops, ruleId }
    case undefined:
      return because('trade.rejected.no_rule')
    case 'requote':
      return requoted(context, account, symbol, quote, question, { clearsStops, ruleId })
    case 'dealer':
    case 'online_dealers':
      if (isDealersOffer(context, account, question)) {
        return { priceOf: 'market', clearsStops, ruleId }
      }
      if (isDealerThere(context, account, rule)) return wait(rule.action, rule.dealers)
      return refusedBy(because('trade.no_connection.no_dealer'), { rule: ruleId })
    case 'gateway': {
      const { book, gateways, now } = context
      const isOnline = (id: number): boolean => gateways?.has(id) === true
      const { groupPath } = account
      if (question.mayRestAtProvider === true) {
        const there = gatewayToRestAt(book, isOnline, rule.dealers, groupPath, symbol, now)
        if (isRefusal(there)) return refusedBy(there, { rule: ruleId })
        if (there !== 0) return { priceOf: 'market', clearsStops, ruleId, gatewayId: there }
      }
      // A request that trades nothing needs no provider.
      if (!isTrading(question.kind)) return { priceOf: 'market', clearsStops, ruleId }
      const chosen = gatewayFor(book, isOnline, rule.dealers, groupPath, symbol, now)
      return isRefusal(chosen) ? refusedBy(chosen, { rule: ruleId }) : wait('gateway', [], chosen)
    }
    default:
      return refusedBy(
        inWords(rule?.action_value ?? '', 'trade.rejected.rule_text', 'trade.rejected.rule'),
        { rule: ruleId },
      )
  }
}

/** Kinds of requests that the server itself makes and tries again. */
const BY_SERVER: ReadonlySet<string> = new Set(
  REQUEST_KINDS.slice(REQUEST_KINDS.indexOf('activate')),
)

/** Offers a new price if the request can accept an offer, and refuses it otherwise. */
function requoted(
  context: DecisionContext,
  account: Account,
  symbol: SymbolSpec,
  quote: Quote | undefined,
  { kind, side, volume, quoteId }: RouteQuestion,
  decided: Pick<RequestRoute, 'clearsStops' | 'ruleId'>,
): RequestRoute | Refusal {
  const by = { rule: decided.ruleId }
  if (quoteId === undefined) {
    const refused = because('trade.rejected.not_taken', { kind, symbol: symbol.name })
    // A requote lets the server retry its request.
    return refusedBy(BY_SERVER.has(kind) ? refuse('trade.requote', refused.message) : refused, by)
  }
  if (quoteId !== '') return { priceOf: 'market', ...decided }
  if (quote === undefined) {
    return refusedBy(because('trade.off_quotes.symbol', { symbol: symbol.name }), by)
  }
  const offered = offer(context, account, symbol, { side, volume }, quote, 'The price has moved')
  return refusedBy(offered, by)
}

function isDealersOffer(
  { offers, now }: DecisionContext,
  { login }: Account,
  { quoteId = '' }: RouteQuestion,
): boolean {
  return quoteId !== '' && offers.find(login, quoteId, now)?.dealer !== undefined
}

function isDealerThere(
  { dealers }: DecisionContext,
  { groupPath }: Account,
  rule: RoutingRuleRecord,
): boolean {
  return dealers?.answers(rule, groupPath) === true
}

/**
 * A request as routing rules read it. Each field is computed on first use, because most rules read
 * few fields.
 */
class RouteRequest implements RoutedRequest {
  readonly requestKind: string
  readonly orderKind: OrderKind
  readonly group: string
  readonly #context: DecisionContext
  readonly #account: Account
  readonly #symbol: SymbolSpec
  readonly #question: RouteQuestion

  constructor(
    context: DecisionContext,
    account: Account,
    symbol: SymbolSpec,
    question: RouteQuestion,
  ) {
    this.requestKind = question.kind
    this.orderKind = question.orderKind
    this.group = account.groupPath
    this.#context = context
    this.#account = account
    this.#symbol = symbol
    this.#question = question
  }

  get login(): number {
    return this.#account.login
  }

  get symbol(): RoutedRequest['symbol'] {
    return { name: this.#symbol.name, path: this.#symbol.record.path }
  }

  get side(): 'buy' | 'sell' {
    return this.#question.side === 1 ? 'buy' : 'sell'
  }

  get volume(): VolumeUnits {
    return this.#question.volume
  }

  get deviationPts(): number {
    return this.#question.deviationPts
  }

  get comment(): string {
    return this.#question.comment
  }

  hour(): number {
    return Math.floor(wallTime(this.#context.book.clock, this.#context.now).minute / 60)
  }

  weekday(): number {
    return wallTime(this.#context.book.clock, this.#context.now).weekday
  }
}
