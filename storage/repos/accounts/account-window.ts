import type { AccountField } from '../../../wire/account/account-field.js'
import {
  ACCOUNT_FIELDS,
  type AccountFieldName,
  accountField,
} from '../../../wire/account/account-fields.js'
import type { Sqlite } from '../../sqlite/open.js'
import {
  type FactSql,
  scannedText,
  type WindowColumn,
  type WindowColumns,
} from '../../sqlite/window/columns.js'
import { groupsWindow } from '../../sqlite/window/groups-window.js'
import type { GroupsAsk } from '../../sqlite/window/query.js'
import type { Window } from '../../sqlite/window/window.js'

/** The sort keys of the fields in windows of accounts, and the indexes with their orders. */
const text = (name: string): WindowColumn => ({
  key: () => [`a.${name}_key`],
  index: `accounts_by_${name}`,
})
const plain = (name: string): WindowColumn => ({ key: () => [`a.${name}`] })
const nullable = (name: string): WindowColumn => ({
  key: () => [`ifnull(a.${name}, -1)`],
  index: `accounts_by_${name}`,
  isNullable: true,
})
const timed = (name: string): WindowColumn => ({ ...plain(name), index: `accounts_by_${name}` })

/**
 * Whole part and fraction are separate keys, so that amounts of currencies with different decimals
 * sort correctly.
 */
function amount(column: string): WindowColumn {
  const minor = `coalesce((SELECT ${column} FROM account_states WHERE login = a.login), 0)`
  return {
    key: (fact: FactSql) => [
      `${minor} / ${fact('scale')}`,
      `(${minor} % ${fact('scale')}) * ${fact('up')}`,
    ],
    amount: column,
  }
}

/** A field that the account may take from its group. */
const ofGroup = (name: string, fact: 'leverage'): WindowColumn => ({
  key: (sql) => [`CASE a.${name} WHEN 0 THEN ${sql(fact)} ELSE a.${name} END`],
})

/**
 * A field without an index, or a text whose comparable form is not stored and is computed on
 * reading.
 */
function scanned(name: AccountFieldName, { kind, empty }: AccountField): WindowColumn {
  if (empty === null) return { key: () => [`ifnull(a.${name}, -1)`], isNullable: true }
  if (kind !== 'text') return plain(name)
  return { key: () => [scannedText(`a.${name}`)] }
}

function columnOf(name: AccountFieldName): WindowColumn {
  const field = accountField(name)
  if (field.inWindows === 'scanned') return scanned(name, field)
  if (field.ofGroup !== undefined) return ofGroup(name, field.ofGroup)
  if (field.empty === null) return nullable(name)
  if (field.kind === 'text') return text(name)
  return field.kind === 'time' ? timed(name) : plain(name)
}

export const ACCOUNT_WINDOW_COLUMNS: WindowColumns = new Map<string, WindowColumn>([
  ...ACCOUNT_FIELDS.filter((name) => accountField(name).inWindows !== undefined).map(
    (name) => [name, columnOf(name)] as const,
  ),
  // One index has the accounts in this order.
  ['login', { ...plain('login'), index: 'accounts_group' }],
  ['group', { key: (fact) => [fact('key')], index: 'accounts_group', isOfGroup: true }],
  ['balance', amount('balance')],
  ['credit', amount('credit')],
])

export const ACCOUNT_WINDOW = {
  table: 'accounts',
  columns: ACCOUNT_WINDOW_COLUMNS,
  amounts: { table: 'account_states', groupIndex: 'accounts_group' },
}

export function accountWindow(db: Sqlite, scanMax: number): Window<GroupsAsk> {
  return groupsWindow(db, { ...ACCOUNT_WINDOW, scanMax })
}
