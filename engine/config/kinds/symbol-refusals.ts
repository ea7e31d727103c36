import type { Refusal } from '../../code.js'
import { lastSegment } from '../../names/group-path.js'
import { because } from '../../reasons/reasons.js'
import type { Content } from '../config-records.js'
import type { SymbolRecord } from '../records/symbol.js'
import { someNames } from '../reference.js'
import type { ConfigWorld } from '../world.js'
import { quotingFrom } from './quote-source.js'

/**
 * Changes that a symbol refuses although the record would be valid, because other records or
 * histories depend on it.
 */

type Field = keyof Content<'symbols'>

/**
 * Positions, orders and deals are stored in points and lots that these fields define, so they
 * cannot change after the first trade.
 */
const FIXED_ONCE_TRADED: readonly Field[] = [
  'digits',
  'contract_size',
  'calc_mode',
  'base_currency',
  'profit_currency',
  'margin_currency',
]
/** The tick determines the value of a futures lot. */
const FIXED_OF_FUTURES: readonly Field[] = ['tick_size', 'tick_value']

export function refuseSymbolChange(
  before: SymbolRecord,
  after: Content<'symbols'>,
  world: ConfigWorld,
): Refusal | undefined {
  if (before.path.toLowerCase() !== after.path.toLowerCase()) {
    const users = quotingFrom(world, before.path).map(({ path }) => path)
    if (users.length > 0) {
      return because('conflict.symbol_quoted', {
        names: someNames(users),
        takes: takesQuotes(users),
        path: before.path,
      })
    }
  }
  const fixed =
    before.calc_mode === 'futures' ? [...FIXED_ONCE_TRADED, ...FIXED_OF_FUTURES] : FIXED_ONCE_TRADED
  const changed = fixed.filter((field) => before[field] !== after[field])
  if (changed.length === 0 || !world.facts.isTraded(before.id)) return undefined
  const name = lastSegment(before.path)
  return because('conflict.symbol_fixed', { symbol: name, fields: changed.join(', ') })
}

/**
 * Refuses to delete a symbol that occurs in trades. References from other settings are checked
 * separately.
 */
export function refuseSymbolDelete(symbol: SymbolRecord, world: ConfigWorld): Refusal | undefined {
  if (!world.facts.isTraded(symbol.id)) return undefined
  const name = lastSegment(symbol.path)
  return because('conflict.symbol_traded', { symbol: name })
}

export function takesQuotes(users: readonly string[]): string {
  return users.length === 1 ? 'takes its quotes' : 'take their quotes'
}
