import { moneyOf } from '../../../engine/account/money/money.js'
import { volumeAtRisk } from '../../../engine/account/money/what-if.js'
import { marketPrice } from '../../../engine/account/rules/fill.js'
import { priceOf } from '../../../engine/account/rules/protection.js'
import { volumeNumbers } from '../../../engine/account/rules/refused-numbers.js'
import { tradedSymbol, usableQuote } from '../../../engine/account/rules/symbol-checks.js'
import type { Account } from '../../../engine/account/state.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { isRefusal, type Refusal, refuseWith } from '../../../engine/code.js'
import {
  bigScaledFromText,
  scaledFromText,
  volumeText,
  whyNotScaled,
} from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Minor, Side } from '../../../engine/units.js'
import type { Risk } from '../../../wire/trade/trade-question.js'
import type { TradeFields } from '../../../wire/trade/trade-request.js'
import type { AccountBooks } from '../books.js'

/** The body with the largest volume whose loss stays within the risk, in place of the risk. */
export function withRiskVolume(
  core: AccountBooks,
  account: Account,
  group: GroupSpec,
  body: TradeFields,
  risk: Risk,
): TradeFields | Refusal {
  const { kind, side, symbol: name = '', stop_loss, price } = body
  if (kind !== 'open' && kind !== 'place')
    return refuseField('risk', say('field.opens_nothing', { kind }))
  if (body.volume !== undefined) return refuseField('volume', say('field.volume_or_risk'))
  if (stop_loss === undefined) return refuseField('stop_loss', say('field.risk_needs_stop'))
  if (side === undefined || (kind === 'place' && price === undefined)) {
    return refuseField(side === undefined ? 'side' : 'price', say('field.missing'))
  }
  const context = core.contextOf(account)
  const symbol = tradedSymbol(context, group, name)
  if (isRefusal(symbol)) return symbol
  const smallest = { ...body, volume: volumeText(symbol.volumeMin) }
  const quote = usableQuote(context, symbol.id)
  const way: Side = side === 'buy' ? 1 : -1
  const market = quote === undefined ? undefined : marketPrice(way, quote)
  const priceOpen = kind === 'open' ? market : priceOf(symbol, price ?? '')
  const stopLoss = priceOf(symbol, stop_loss)
  // The check of the smallest volume reports what is wrong with these.
  if (priceOpen === undefined || stopLoss === undefined) return smallest
  if (way * (priceOpen - stopLoss) <= 0) return smallest
  const amount = amountOf(core, account, group, risk)
  if (typeof amount !== 'number') return amount
  const prospect = {
    symbolId: symbol.id,
    side: way,
    priceOpen,
    openRest: 0,
    stopLoss,
    takeProfit: 0,
  } as const
  const { book, prices } = context
  const volume = volumeAtRisk({ group, book, prices }, symbol, prospect, amount)
  if (volume === undefined) {
    return because('trade.off_quotes.conversion', {
      from: symbol.profitCurrency,
      to: group.currency,
    })
  }
  if (volume > 0) return { ...body, volume: volumeText(volume) }
  const least = volumeText(symbol.volumeMin)
  const numbers = volumeNumbers(symbol, 0, 0)
  return refuseWith(
    numbers,
    'trade.invalid_volume',
    say('trade.invalid_volume.risk', { volume: least }),
  )
}

/** The risk in minor units, rounded down. */
function amountOf(
  core: AccountBooks,
  account: Account,
  group: GroupSpec,
  { amount, percent }: Risk,
): Minor | Refusal {
  const { currencyDigits: digits } = group
  if (amount !== undefined) {
    const scaled = scaledFromText(amount, digits)
    return scaled ?? refuseField('risk.amount', whyNotScaled(amount, digits))
  }
  const share = bigScaledFromText(percent ?? '', PERCENT_DIGITS)
  if (share === undefined || share > 100n * PERCENT_ONE)
    return refuseField('risk.percent', say('field.hundred_at_most'))
  const { equity } = moneyOf(account, core.book, core.contextOf(account).prices)
  if (equity === null) {
    return because('trade.off_quotes.position')
  }
  return Number((BigInt(Math.max(0, equity)) * share) / (100n * PERCENT_ONE))
}

const PERCENT_DIGITS = 12
const PERCENT_ONE = 10n ** 12n
