import type { SymbolSpec } from '../../book/compiled.js'
import type { Refusal } from '../../code.js'
import { priceFromText, textFromScaled } from '../../numbers/decimal.js'
import { because } from '../../reasons/reasons.js'
import type { ChangeRequest, MadeFrom, Protection, RequestHead } from '../request.js'

/** The values of a position or order, or of a request; 0 for none. */
type Values = { readonly [Name in keyof MadeFrom]?: number }

type Changes = Protection &
  Partial<Pick<ChangeRequest, 'price' | 'triggerPrice'>> &
  Pick<RequestHead, 'madeFrom'>

const FIELDS = {
  price: 'price',
  triggerPrice: 'trigger_price',
  stopLoss: 'stop_loss',
  takeProfit: 'take_profit',
  trailingPts: 'trailing_pts',
} as const satisfies Record<keyof MadeFrom, string>

/**
 * Refuses a modification if a value that the client saw has changed, and names that value. A change
 * to the requested value is no conflict, so a repeated modification succeeds.
 */
export function checkMadeFrom(
  symbol: SymbolSpec,
  request: Changes,
  held: Values,
  asked: Values,
): Refusal | undefined {
  const { madeFrom } = request
  if (madeFrom === undefined) return undefined
  for (const name of Object.keys(FIELDS) as (keyof MadeFrom)[]) {
    const was = madeFrom[name]
    const now = held[name] ?? 0
    if (was === undefined || (isGiven(request[name]) && now === asked[name])) continue
    const seen = typeof was === 'number' ? was : priceFromText(was, symbol.digits)
    if (seen !== now) return changedMeanwhile(symbol, name, now)
  }
  return undefined
}

const isGiven = (value: string | number | undefined): boolean => value !== undefined && value !== ''

function changedMeanwhile(symbol: SymbolSpec, name: keyof MadeFrom, now: number): Refusal {
  const field = FIELDS[name]
  const some = name === 'trailingPts' ? now : textFromScaled(now, symbol.digits)
  const value = now === 0 ? null : some
  const refusal = because('conflict.field_changed', { field, now: value ?? 'none' })
  return { ...refusal, numbers: { field, now: value } }
}
