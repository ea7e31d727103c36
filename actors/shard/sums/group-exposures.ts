import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isPair } from '../../../engine/book/conversion.js'
import type { Login } from '../../../engine/units.js'
import type { AccountTable } from '../accounts/account-table.js'
import { SymbolSums } from './symbol-sums.js'

/**
 * The summed holdings of the accounts of each group, updated with every record.
 *
 *   - Between two records the sums of a group equal the sums over its accounts' open positions.
 *     Before a record is applied, the rows that it may change are subtracted, and afterwards added
 *     again.
 *   - Cover, the net volume that providers traded for an account, is kept by account, because it
 *     moves with the account to another group. It is the sum of the account's deals with a
 *     provider's name, so it can be restored from the tables and the log.
 *   E3. An account that was set aside is in no sum, because its state may be half changed.
 *   - After a start everything is summed once (`load`).
 */
export interface GroupSums {
  readonly symbols: SymbolSums
  /**
   * The number of accounts with a position that trades each currency, by the currency's number
   * (`currencyOf`).
   */
  readonly currencies: number[]
}

type Cover = Map<number, number>

const NO_CURRENCIES: readonly number[] = []
/** The external id of deals that this server filled without a provider. */
const HERE = 'here'

export class GroupExposures {
  readonly #accounts: AccountTable
  readonly #book: () => Book
  readonly #byPath = new Map<string, GroupSums>()
  readonly #covers = new Map<Login, Cover>()
  readonly #left = new Set<Account>()
  /** The currencies of each symbol when it was counted. */
  readonly #currencies = new Map<number, readonly number[]>()
  readonly #names: string[] = []
  /** The sums of the group at `#newestPath`, cached because they are often read again. */
  #newest: GroupSums | undefined
  #newestPath = ''
  #isLoaded = true
  #mark = 0
  /**
   * The account whose record is being applied; the first `#movedCount` of `#moved` are the
   * subtracted symbols.
   */
  #open: Account | undefined
  /** The group of the open account before its record. */
  #openPath = ''
  /**
   * The number of used entries of `#moved`. The array keeps its length, because cutting it would
   * reallocate it each time.
   */
  #movedCount = 0
  readonly #moved: number[] = []
  /** The places of the moved symbols' rows in the sums of the group. */
  readonly #rows: number[] = []
  readonly #wasHeld: boolean[] = []

  constructor(accounts: AccountTable, book: () => Book) {
    this.#accounts = accounts
    this.#book = book
  }

  currencyOf(number: number): string {
    return this.#names[number] as string
  }

  /** Has all accounts summed again, because they are loaded in another way. */
  forget(): void {
    this.#isLoaded = false
  }

  /** Adds, at recovery, the deals of a record from the end of the log. */
  replayed({ login, events }: AccountRecord): void {
    this.#isLoaded = false
    for (const event of events) {
      const volume = coverOf(event)
      if (volume !== 0 && event.type === 'deal') this.keepCover(login, event.symbolId, volume)
    }
  }

  /** Adds, at recovery, the cover that the tables have for an account. */
  keepCover(login: Login, symbolId: number, volume: number): void {
    let cover = this.#covers.get(login)
    if (cover === undefined) {
      cover = new Map()
      this.#covers.set(login, cover)
    }
    const now = (cover.get(symbolId) ?? 0) + volume
    if (now === 0) cover.delete(symbolId)
    else cover.set(symbolId, now)
    if (cover.size === 0) this.#covers.delete(login)
  }

  load(): void {
    this.beginLoad()
    for (const account of this.#accounts.values()) this.loadAccount(account)
  }

  /** Starts a new sum: every account must be given to `loadAccount` before the next record. */
  beginLoad(): void {
    this.#byPath.clear()
    this.#newest = undefined
    this.#isLoaded = true
    this.#close()
  }

  loadAccount(account: Account): void {
    if (!this.#left.has(account)) this.#moveAll(account, account.groupPath, 1)
  }

  /** The sums of the groups whose accounts hold something. */
  groups(): ReadonlyMap<string, GroupSums> {
    if (!this.#isLoaded) this.load()
    this.#abandonOpen()
    return this.#byPath
  }

  /** Subtracts the account's rows from the sums before events are applied. */
  begin(account: Account, events: readonly AccountEvent[]): void {
    if (!this.#isLoaded) this.load()
    if (this.#open !== undefined) this.#abandonOpen()
    this.#open = account
    this.#openPath = account.groupPath
    let sums: GroupSums | undefined
    for (let i = 0; i < events.length; i++) {
      const symbolId = heldSymbolOf(events[i] as AccountEvent)
      if (symbolId === 0) continue
      if (sums === undefined) {
        sums = this.#of(account.groupPath)
        this.#mark++
      }
      const at = sums.symbols.marked(symbolId, this.#mark)
      if (at < 0) continue
      const place = account.exposures.placeOf(symbolId)
      if (place >= 0) sums.symbols.moveAt(at, account.exposures, place, -1)
      const n = this.#movedCount++
      this.#moved[n] = symbolId
      this.#rows[n] = at
      this.#wasHeld[n] = place >= 0
    }
  }

  /** Adds the account's rows to the sums after events were applied. */
  end(account: Account, events: readonly AccountEvent[]): void {
    if (this.#movedCount > 0) this.#putBack(account)
    this.#close()
    for (let i = 0; i < events.length; i++) {
      const event = events[i] as AccountEvent
      const volume = coverOf(event)
      if (volume !== 0 && event.type === 'deal') this.#cover(account, event.symbolId, volume)
    }
  }

  #putBack(account: Account): void {
    const moved = this.#moved
    const { exposures } = account
    const sums = this.#of(account.groupPath)
    let isOther = false
    let isGone = false
    const count = this.#movedCount
    for (let i = 0; i < count; i++) {
      const place = exposures.placeOf(moved[i] as number)
      if (place >= 0) sums.symbols.moveAt(this.#rows[i] as number, exposures, place, 1)
      else isGone = true
      if (place >= 0 !== this.#wasHeld[i]) isOther = true
    }
    if (isOther) this.#countCurrencies(account, sums)
    // Removes empty rows last, because a removal moves other rows.
    if (isGone) for (let i = 0; i < count; i++) sums.symbols.tidy(moved[i] as number)
  }

  #close(): void {
    this.#open = undefined
    this.#movedCount = 0
  }

  /** Moves an account's rows into the sums of its new group; it was in `before`. */
  regrouped(account: Account, before: string): void {
    if (!this.#isLoaded || account.groupPath === before || this.#left.has(account)) return
    this.#abandonOpen()
    if (this.#left.has(account)) return
    this.#moveAll(account, before, -1)
    this.#moveAll(account, account.groupPath, 1)
  }

  /** Removes an account that was set aside from the sums (E3). */
  leave(account: Account): void {
    try {
      this.#abandonOpen()
      if (this.#left.has(account)) return
      if (this.#isLoaded) this.#moveAll(account, account.groupPath, -1)
    } catch {
      // Even the account's holdings cannot be read, so everything must be summed again without it.
      this.#isLoaded = false
    }
    this.#left.add(account)
  }

  /** New settings may change the currencies of a symbol that nobody holds. */
  setBook(): void {
    for (const [id, known] of this.#currencies) {
      const now = this.#currenciesIn(id)
      if (now.length === known.length && now.every((number, i) => number === known[i])) continue
      this.#currencies.clear()
      this.#isLoaded = false
      return
    }
  }

  /** Drops a record that could not be applied: the whole account is removed from the sums. */
  #abandonOpen(): void {
    const account = this.#open
    if (account === undefined) return
    const moved = new Set(this.#movedNow())
    const before = this.#heldBefore(account)
    this.#close()
    const sums = this.#of(this.#openPath)
    for (const id of account.exposures.keys()) {
      if (!moved.has(id)) this.#move(account, sums, id, -1)
    }
    for (const id of moved) sums.symbols.tidy(id)
    this.#count(sums, this.#currenciesOfAll(before), -1)
    this.#moveCover(account, sums, -1)
    this.#left.add(account)
  }

  #cover(account: Account, symbolId: number, volume: number): void {
    this.keepCover(account.login, symbolId, volume)
    const { symbols } = this.#of(account.groupPath)
    symbols.cover(symbolId, volume)
    symbols.tidy(symbolId)
  }

  #moveAll(account: Account, path: string, direction: 1 | -1): void {
    const { exposures } = account
    if (exposures.size === 0 && !this.#covers.has(account.login)) return
    const sums = this.#of(path)
    const ids = exposures.keys()
    for (const id of ids) this.#move(account, sums, id, direction)
    this.#count(sums, this.#currenciesOfAll(ids), direction)
    this.#moveCover(account, sums, direction)
    if (sums.symbols.size > 0) return
    this.#byPath.delete(path)
    this.#newest = undefined
  }

  #move(account: Account, sums: GroupSums, symbolId: number, direction: 1 | -1): void {
    const { exposures } = account
    sums.symbols.move(exposures, exposures.placeOf(symbolId), symbolId, direction)
    if (direction < 0) sums.symbols.tidy(symbolId)
  }

  #moveCover({ login }: Account, sums: GroupSums, direction: 1 | -1): void {
    for (const [symbolId, volume] of this.#covers.get(login) ?? []) {
      sums.symbols.cover(symbolId, direction * volume)
      sums.symbols.tidy(symbolId)
    }
  }

  /** Updates the currencies if the record opened or closed the account's holding of a symbol. */
  #countCurrencies({ exposures }: Account, sums: GroupSums): void {
    if (this.#movedCount === 1 && exposures.size < 2) {
      const id = this.#moved[0] as number
      const isHeld = exposures.has(id)
      // The usual case: the symbol is the account's only one.
      if (exposures.size === (isHeld ? 1 : 0)) {
        this.#count(sums, this.#currenciesOf(id), isHeld ? 1 : -1)
        return
      }
    }
    const now = this.#currenciesOfAll(exposures.keys())
    const before = this.#currenciesOfAll(this.#heldBefore({ exposures }))
    this.#count(sums, before, -1)
    this.#count(sums, now, 1)
  }

  /** The symbols in which the account had exposure before the record. */
  #heldBefore({ exposures }: Pick<Account, 'exposures'>): readonly number[] {
    const held = new Set(exposures.keys())
    this.#movedNow().forEach((id, i) => {
      if (this.#wasHeld[i]) held.add(id)
      else held.delete(id)
    })
    return [...held]
  }

  #movedNow(): readonly number[] {
    return this.#moved.slice(0, this.#movedCount)
  }

  #count({ currencies }: GroupSums, numbers: readonly number[], direction: 1 | -1): void {
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] as number
      while (currencies.length <= number) currencies.push(0)
      currencies[number] = (currencies[number] as number) + direction
    }
  }

  #currenciesOfAll(symbolIds: readonly number[]): readonly number[] {
    const [first] = symbolIds
    if (first !== undefined && symbolIds.length === 1) return this.#currenciesOf(first)
    const all: number[] = []
    for (const id of symbolIds) {
      for (const number of this.#currenciesOf(id)) if (!all.includes(number)) all.push(number)
    }
    return all
  }

  #currenciesOf(symbolId: number): readonly number[] {
    let known = this.#currencies.get(symbolId)
    if (known === undefined) {
      known = this.#currenciesIn(symbolId)
      this.#currencies.set(symbolId, known)
    }
    return known
  }

  #currenciesIn(symbolId: number): readonly number[] {
    const symbol = this.#book().symbolsById.get(symbolId)
    if (symbol === undefined) return NO_CURRENCIES
    const { profitCurrency, record } = symbol
    const names = isPair(symbol) ? [record.base_currency, profitCurrency] : [profitCurrency]
    return names.map((name) => this.#numberOf(name))
  }

  #numberOf(name: string): number {
    const known = this.#names.indexOf(name)
    return known < 0 ? this.#names.push(name) - 1 : known
  }

  #of(path: string): GroupSums {
    if (this.#newest !== undefined && this.#newestPath === path) return this.#newest
    const sums = this.#found(path)
    this.#newest = sums
    this.#newestPath = path
    return sums
  }

  #found(path: string): GroupSums {
    let sums = this.#byPath.get(path)
    if (sums === undefined) {
      sums = { symbols: new SymbolSums(), currencies: [] }
      this.#byPath.set(path, sums)
    }
    return sums
  }
}

/** The symbol whose holdings the event may change; 0 if none. */
function heldSymbolOf(event: AccountEvent): number {
  switch (event.type) {
    case 'position':
    case 'correction':
    case 'restored_position':
      return event.symbolId
    default:
      return 0
  }
}

/** The volume that a provider has bought; negative if sold. */
function coverOf(event: AccountEvent): number {
  if (event.type !== 'deal' || event.externalId === '' || event.externalId === HERE) return 0
  return event.side * event.volume
}
