import type { SymbolSpec } from '../../engine/book/compiled.js'
import { trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { FIXED8_DIGITS } from '../../engine/units.js'
import { Pair } from '../frame/pair.js'

/** The fields of a row that all rows of the symbol share, encoded once. */
export class RowSymbol {
  readonly name: string
  /** The number of decimals of its prices. */
  readonly digits: number
  readonly symbolPair: Pair
  readonly digitsPair: Pair
  readonly sizePair: Pair

  /** `contractSize` is a decimal in the form of text. */
  constructor(name: string, digits: number, contractSize: string) {
    this.name = name
    this.digits = digits
    this.symbolPair = new Pair('symbol', name)
    this.digitsPair = new Pair('digits', digits)
    this.sizePair = new Pair('contract_size', contractSize)
  }
}

/** The fields of a row that come from its account. */
export interface RowHolder {
  readonly login: number
  /** The path of the group to which the account belongs. */
  readonly group: string
  readonly groupPair: Pair
  readonly moneyDigits: number
}

export function rowHolder(login: number, group: string, moneyDigits: number): RowHolder {
  return { login, group, groupPair: groupPairOf(group), moneyDigits }
}

const symbols = new WeakMap<SymbolSpec, RowSymbol>()

/** A symbol that no longer exists in the settings appears as its id. */
export function rowSymbol(spec: SymbolSpec | undefined, id: number): RowSymbol {
  if (spec === undefined) return new RowSymbol(`#${id}`, 0, '0')
  let symbol = symbols.get(spec)
  if (symbol === undefined) {
    const size = trimmedTextFromScaled(spec.contractSize, FIXED8_DIGITS)
    symbol = new RowSymbol(spec.name, spec.digits, size)
    symbols.set(spec, symbol)
  }
  return symbol
}

/**
 * A cache of groups. When it is full it is cleared, which also removes groups that no longer exist.
 */
const GROUPS_HELD = 4096
const groups = new Map<string, Pair>()

function groupPairOf(path: string): Pair {
  let pair = groups.get(path)
  if (pair === undefined) {
    if (groups.size >= GROUPS_HELD) groups.clear()
    pair = new Pair('group', path)
    groups.set(path, pair)
  }
  return pair
}
