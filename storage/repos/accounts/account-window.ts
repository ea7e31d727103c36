import type { Sqlite } from '../../sqlite/open.js'
import type { FactSql, WindowColumn, WindowColumns } from '../../sqlite/window/columns.js'
import { Window } from '../../sqlite/window/window.js'

/** The keys of the fields that windows of accounts know, and the indexes that have their orders. */
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

/** Whole and fraction, so that amounts of currencies with other decimals stand in order. */
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

const TEXTS = [
  'name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'country',
  'city',
  'company',
  'comment',
]

export const ACCOUNT_WINDOW_COLUMNS: WindowColumns = new Map<string, WindowColumn>([
  ['login', { ...plain('login'), index: 'accounts_group' }],
  ['group', { key: (fact) => [fact('key')], index: 'accounts_group', isOfGroup: true }],
  ...TEXTS.map((name) => [name, text(name)] as const),
  ...['agent', 'client_id', 'last_access'].map((name) => [name, nullable(name)] as const),
  ...['created_at', 'updated_at'].map((name) => [name, timed(name)] as const),
  ...['enabled', 'trading_enabled'].map((name) => [name, plain(name)] as const),
  [
    'leverage',
    { key: (fact) => [`CASE a.leverage WHEN 0 THEN ${fact('leverage')} ELSE a.leverage END`] },
  ],
  ['balance', amount('balance')],
  ['credit', amount('credit')],
])

export const ACCOUNT_WINDOW = {
  table: 'accounts',
  columns: ACCOUNT_WINDOW_COLUMNS,
  amounts: { table: 'account_states', groupIndex: 'accounts_group' },
}

export function accountWindow(db: Sqlite, scanMax: number): Window {
  return new Window(db, { ...ACCOUNT_WINDOW, scanMax })
}
