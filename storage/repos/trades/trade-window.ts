import { VOLUME_DIGITS } from '../../../engine/units.js'
import { TRADE_SUMS, type TradeWindow } from '../../../wire/window/trade-window.js'
import { FRACTION_DIGITS } from '../../../wire/window/window.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { scannedText, type WindowColumn, type WindowColumns } from '../../sqlite/window/columns.js'

export const TRADE_TABLES: Readonly<Record<TradeWindow, string>> = {
  positions: 'positions',
  orders: 'open_orders',
  history: 'orders',
  deals: 'deals',
  closed: 'closed_positions',
}

const SCALE = 10 ** VOLUME_DIGITS
const UP = 10 ** (FRACTION_DIGITS - VOLUME_DIGITS)

const plain = (column: string): WindowColumn => ({ key: () => [`a.${column}`] })
/** A column of ids or times in which 0 means none. */
const orNone = (column: string): WindowColumn => ({
  key: () => [`CASE a.${column} WHEN 0 THEN -1 ELSE a.${column} END`],
  isNullable: true,
})
const text = (column: string): WindowColumn => ({ key: () => [scannedText(`a.${column}`)] })
const volume = (column: string): WindowColumn => ({
  key: () => [`a.${column} / ${SCALE}`, `(a.${column} % ${SCALE}) * ${UP}`],
})
const side: WindowColumn = {
  key: () => [`CASE a.side WHEN 1 THEN 'buy' WHEN -1 THEN 'sell' ELSE '' END`],
}
/**
 * A symbol's name. Names are in the settings, so a function of the reading thread returns them
 * (`knowSymbols`).
 */
const symbol: WindowColumn = { key: () => ['symbol_key(a.symbol_id)'] }

const SHARED = {
  login: plain('login'),
  symbol,
  side,
  reason: text('reason'),
  dealer: orNone('dealer'),
  comment: text('comment'),
}

const ORDERS = {
  id: plain('id'),
  ...SHARED,
  kind: text('kind'),
  state: text('state'),
  volume_initial: volume('volume_initial'),
  volume_current: volume('volume_current'),
  created_at: plain('created_at'),
  external_id: text('external_id'),
}

/** The sort keys of the fields of trade windows. */
export const TRADE_COLUMNS: Readonly<Record<TradeWindow, WindowColumns>> = {
  positions: columns({
    id: plain('id'),
    ...SHARED,
    volume: volume('volume'),
    opened_at: plain('opened_at'),
  }),
  orders: columns({ ...ORDERS, expires_at: orNone('expires_at') }),
  history: columns({ ...ORDERS, done_at: plain('done_at'), position_id: orNone('position_id') }),
  deals: columns({
    id: plain('id'),
    ...SHARED,
    entry: text('entry'),
    action: text('action'),
    volume: volume('volume'),
    at: plain('at'),
    order_id: orNone('order_id'),
    position_id: orNone('position_id'),
    // Deals without a provider have no external id.
    external_id: {
      key: () => [
        `CASE a.external_id WHEN 'here' THEN '' ELSE ${scannedText('a.external_id')} END`,
      ],
    },
  }),
  closed: columns({
    position_id: plain('id'),
    ...SHARED,
    close_reason: text('close_reason'),
    volume: volume('volume'),
    opened_at: plain('opened_at'),
    closed_at: plain('closed_at'),
  }),
}

/**
 * The SQL of summed values by field name. The amount of a balance operation does not count as
 * profit.
 */
export const TRADE_SUM_COLUMNS: Readonly<Record<TradeWindow, Readonly<Record<string, string>>>> = {
  positions: summed('positions'),
  orders: summed('orders'),
  history: summed('history'),
  deals: {
    ...summed('deals'),
    profit: `CASE a.entry WHEN 'balance' THEN 0 ELSE a.profit END`,
    balance: `CASE a.entry WHEN 'balance' THEN a.profit ELSE 0 END`,
  },
  closed: summed('closed'),
}

export const GROUP_OF_ROW = '(SELECT group_path FROM accounts WHERE accounts.login = a.login)'

function summed(kind: TradeWindow): Readonly<Record<string, string>> {
  const { volumes, amounts } = TRADE_SUMS[kind]
  return Object.fromEntries([...volumes, ...amounts].map((name) => [name, `a.${name}`]))
}

function columns(of: Readonly<Record<string, WindowColumn>>): WindowColumns {
  return new Map(Object.entries(of))
}

/** Makes symbol names available to SQL by id, as `names` currently returns them. */
export const symbolNames = perDatabase((db: Sqlite) => {
  let names: (id: number) => string = () => ''
  db.function('symbol_key', (id) => names(Number(id)))
  return {
    are(told: (id: number) => string): void {
      names = told
    },
  }
})
