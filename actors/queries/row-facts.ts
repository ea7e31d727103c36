import { lastSegment } from '../../engine/names/group-path.js'
import { fixed8FromText, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { FIXED8_DIGITS, MONEY_DIGITS_DEFAULT } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { type RowHolder, RowSymbol, rowHolder, rowSymbol } from '../../wire/row/row-facts.js'

/**
 * Settings and account data for rows of trades, from the same snapshot as the rows. A traded symbol
 * keeps its digits and contract size, so an old row is shown unchanged.
 */
export interface RowFacts {
  symbol(id: number): RowSymbol
  /** Returns names of symbols for SQL functions, which must not query the database themselves. */
  symbolNames(): (id: number) => string
  holder(login: number): RowHolder
  /** The number of decimals of the group's money. */
  digitsOfGroup(path: string): number
}

/** Makes a function to call for each snapshot; unchanged data is not read again. */
export function rowFactsReader(db: Sqlite): () => RowFacts {
  const settings = settingsRepo(db)
  const accounts = accountsRepo(db)
  const symbols = new Map<number, RowSymbol>()
  const digits = new Map<string, number>()
  let version = -1
  let isWhole = false
  const symbolOf = (id: number): RowSymbol => {
    const body = settings.get('symbols', id)?.body
    return body === undefined ? rowSymbol(undefined, id) : symbolIn(body)
  }
  const symbolIn = (body: Readonly<Record<string, unknown>>): RowSymbol => {
    const size = fixed8FromText(String(body['contract_size']))
    const contractSize = trimmedTextFromScaled(size, FIXED8_DIGITS)
    return new RowSymbol(lastSegment(String(body['path'])), Number(body['digits']), contractSize)
  }
  const digitsOf = (group: string): number => {
    const body = settings.named('groups', group)?.body
    return body === undefined ? MONEY_DIGITS_DEFAULT : Number(body['currency_digits'])
  }
  return () => {
    const current = settings.version()
    if (current !== version) {
      symbols.clear()
      digits.clear()
      version = current
      isWhole = false
    }
    const holders = new Map<number, RowHolder>()
    return {
      symbol: (id) => remembered(symbols, id, symbolOf),
      symbolNames() {
        if (!isWhole) {
          for (const { id, body } of settings.list('symbols')) symbols.set(id, symbolIn(body))
          isWhole = true
        }
        return (id) => (symbols.get(id) ?? rowSymbol(undefined, id)).name
      },
      digitsOfGroup: (path) => remembered(digits, path, digitsOf),
      holder: (login) =>
        remembered(holders, login, () => {
          const group = accounts.group(login) ?? ''
          return rowHolder(login, group, remembered(digits, group, digitsOf))
        }),
    }
  }
}

function remembered<Name, Value>(
  known: Map<Name, Value>,
  name: Name,
  make: (name: Name) => Value,
): Value {
  let value = known.get(name)
  if (value === undefined) {
    value = make(name)
    known.set(name, value)
  }
  return value
}
