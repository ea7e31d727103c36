import { isSameCompany } from '../licence/companies.js'
import { groupMaskFits, groupPath, groupScope, lastSegment } from '../names/group-path.js'
import { compiledMaskList, lastMaskTakes } from '../names/mask.js'
import { type ConfigLists, recordsOf } from './book-records.js'
import type { ConfigKindName, ConfigRecords } from './config-records.js'
import type { SymbolRecord } from './records/symbol.js'

/**
 * The accounts that a settings record affects, by the paths of their groups, with their open
 * positions and pending orders. A list of symbols limits it to accounts that trade these.
 */
export interface AffectedAccounts {
  readonly groups: readonly string[]
  readonly trades: 'all' | 'none' | readonly number[]
}

type Find<K extends ConfigKindName> = (
  record: ConfigRecords[K],
  lists: ConfigLists,
) => AffectedAccounts | null

const nothing = () => null

/** How to find the accounts, by kind; null for a kind that affects no existing account. */
const AFFECTED: { readonly [K in ConfigKindName]: Find<K> } = {
  symbols: ({ id }, lists) => inSymbols(lists, (symbol) => symbol.id === id),
  groups: ({ path }) => ({ groups: [path], trades: 'all' }),
  datafeeds: ({ symbols }, lists) => inSymbols(lists, takenBy(symbols)),
  gateways: ({ symbols }, lists) => inSymbols(lists, takenBy(symbols)),
  holidays({ symbols }, lists) {
    const covers = compiledMaskList(symbols.join(','))
    return inSymbols(lists, ({ path }) => covers(...namesOf(path.toLowerCase())))
  },
  routing({ conditions }, lists) {
    const masks = (field: string): string[] =>
      conditions.flatMap((one) => (one.field === field && one.op === 'eq' ? [one.value] : []))
    const scopes = masks('group').map((value) => groupScope([value]))
    const groups = pathsOf(lists, (path) => scopes.every((scope) => scope.covers(path)))
    const covers = masks('symbol').map(compiledMaskList)
    if (covers.length === 0) return { groups, trades: 'all' }
    const found = inSymbols(lists, ({ path }) =>
      covers.every((one) => one(...namesOf(path.toLowerCase()))),
    )
    return { ...found, groups }
  },
  leverage_profiles({ id }, lists) {
    const users = lists.groups.filter((group) => group.leverage_profile_id === id)
    return { groups: users.map(({ path }) => path), trades: 'all' }
  },
  leverage_switches: ({ group }, lists) => ({
    groups: pathsOf(lists, (path) => groupMaskFits(groupPath(group), path)),
    trades: 'all',
  }),
  brands({ company }, lists) {
    const named = lists.groups.filter((group) => isSameCompany(group.company, company))
    return { groups: named.map(({ path }) => path), trades: 'none' }
  },
  settings: (_, lists) => ({ groups: pathsOf(lists), trades: 'all' }),
  network: (_, lists) => ({ groups: pathsOf(lists), trades: 'none' }),
  mail_servers: nothing,
  reports: nothing,
  licence: nothing,
  allocations: nothing,
  allocation_settings: nothing,
  webhooks: nothing,
}

/**
 * The accounts that a change affects, by the record before and after it; null if it affects none.
 */
export function affectedBy<K extends ConfigKindName>(
  kind: K,
  records: readonly ConfigRecords[K][],
  lists: ConfigLists,
): AffectedAccounts | null {
  const find: Find<K> = AFFECTED[kind]
  let all: AffectedAccounts | null = null
  for (const record of records) {
    const one = find(record, lists)
    all = all === null || one === null ? (all ?? one) : together(all, one)
  }
  return all
}

function together(one: AffectedAccounts, other: AffectedAccounts): AffectedAccounts {
  const groups = [...new Set([...one.groups, ...other.groups])]
  if (typeof one.trades === 'string') return { groups, trades: one.trades }
  if (typeof other.trades === 'string') return { groups, trades: other.trades }
  return { groups, trades: [...new Set([...one.trades, ...other.trades])] }
}

function pathsOf({ groups }: ConfigLists, fits = (_path: string) => true): string[] {
  return groups.map(({ path }) => path).filter(fits)
}

function inSymbols(lists: ConfigLists, fits: (symbol: SymbolRecord) => boolean): AffectedAccounts {
  const symbols = recordsOf(lists, 'symbols').filter(fits)
  return { groups: pathsOf(lists), trades: symbols.map(({ id }) => id) }
}

function takenBy(masks: readonly string[]): (symbol: SymbolRecord) => boolean {
  return ({ path }) => lastMaskTakes(masks, ...namesOf(path))
}

/** The texts that masks of symbols are compared with: name and path. */
function namesOf(path: string): [name: string, path: string] {
  return [lastSegment(path), path]
}
