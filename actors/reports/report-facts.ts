import { textFromScaled } from '../../engine/numbers/decimal.js'
import type { Login, Minor } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { RowSymbol } from '../../wire/row/row-facts.js'
import type { ReportGroup, ReportWork } from '../../wire/thread/report-work.js'
import { rowFactsReader } from '../queries/row-facts.js'

/** The account of a row, with its current group. */
export class ReportHolder {
  readonly group: string
  readonly currency: string
  readonly #digits: number
  readonly #nameOf: () => string

  constructor({ path, currency, digits }: ReportGroup, nameOf: () => string) {
    this.group = path
    this.currency = currency
    this.#digits = digits
    this.#nameOf = nameOf
  }

  /**
   * The account's name; empty if the report may not show it. Read on demand, because most reports
   * have no names.
   */
  get name(): string {
    return this.#nameOf()
  }

  money(value: Minor | bigint): string {
    return textFromScaled(value, this.#digits)
  }
}

/** The most accounts that are cached at a time. */
const HOLDERS_MAX = 100_000

/** Settings and account data for rows, in the snapshot of a slice. */
export class ReportFacts {
  readonly #accounts
  readonly #settings
  readonly #rows
  readonly #groups: ReadonlyMap<string, ReportGroup>
  readonly #showsNames: boolean
  readonly #holders = new Map<Login, ReportHolder | null>()

  constructor(db: Sqlite, { groups, hidden }: Pick<ReportWork, 'groups' | 'hidden'>) {
    this.#accounts = accountsRepo(db)
    this.#settings = settingsRepo(db)
    this.#rows = rowFactsReader(db)()
    this.#groups = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
    this.#showsNames = !hidden.includes('name')
  }

  /** The account of a row; null if it is not in the report. */
  holder(login: Login): ReportHolder | null {
    const known = this.#holders.get(login)
    if (known !== undefined) return known
    const path = this.#accounts.group(login)
    const group = path === undefined ? undefined : this.#groups.get(path.toLowerCase())
    const holder = group === undefined ? null : new ReportHolder(group, () => this.#nameOf(login))
    if (this.#holders.size >= HOLDERS_MAX) this.#holders.clear()
    this.#holders.set(login, holder)
    return holder
  }

  symbol(id: number): RowSymbol {
    return this.#rows.symbol(id)
  }

  /** The name of a gateway, even if it was deleted. */
  gateway(id: number): string {
    if (id === 0) return ''
    return String(this.#settings.get('gateways', id)?.body['name'] ?? `gateway ${id}`)
  }

  #nameOf(login: Login): string {
    if (!this.#showsNames) return ''
    const account = this.#accounts.get(login)
    const parts = [account?.name, account?.middle_name, account?.last_name]
    return parts.filter((part) => part !== undefined && part !== '').join(' ')
  }
}
