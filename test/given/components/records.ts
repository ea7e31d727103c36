import type { Schemas } from '../../../web/link/contract.js'
import type { Data } from './fake-server.js'
import type { Part } from './part.js'

/** Records as the server sends them; a test changes the fields that it is about. */
const AT = '2026-11-30T11:00:00.000Z'

export const ACCOUNT: Data<'GET /admin/v1/accounts/{login}'> = {
  login: 1001,
  group: 'demo\\usd',
  currency: 'USD',
  leverage: 100,
  limit_orders: 0,
  limit_positions: 0,
  name: 'Eva',
  last_name: 'Lund',
  middle_name: null,
  comment: null,
  email: 'eva@example.com',
  phone: null,
  address: null,
  city: 'Kiel',
  country: 'DE',
  state: null,
  zip_code: null,
  id_number: null,
  company: '',
  bank_account: null,
  lead_campaign: '',
  lead_source: '',
  color: '',
  language: 'en',
  status: '',
  agent: null,
  client_id: null,
  enabled: true,
  trading_enabled: true,
  expert_enabled: true,
  api_enabled: false,
  api_ip_allow: [],
  api_password_set: false,
  must_change_password: false,
  otp_enabled: false,
  policy_revision: 1,
  archived_at: null,
  last_access: null,
  last_ip: '',
  created_at: AT,
  updated_at: AT,
  version: 1,
  balance: '100000.00',
  balance_prev_day: '100000.00',
  balance_prev_month: '100000.00',
  credit: '0.00',
  money: {
    balance: '100000.00',
    credit: '0.00',
    equity: '100000.00',
    margin: '0.00',
    margin_free: '100000.00',
    margin_level: null,
    profit: '0.00',
    swap: '0.00',
    commission: '0.00',
    seq: '1',
    at: AT,
  },
}

const TRADE = {
  login: 1001,
  group: 'demo\\usd',
  symbol: 'EURUSD',
  digits: 5,
  contract_size: '100000',
  side: 'buy',
  reason: 'dealer',
  origin: { kind: 'dealer', by: 1 },
  comment: null,
  dealer: 1,
} as const

export const POSITION: Data<'GET /admin/v1/positions/{id}'> = {
  ...TRADE,
  id: 501,
  volume: '0.1',
  price_open: '1.14000',
  swap: '0.00',
  opened_at: AT,
  version: 1,
  price_close: null,
  closed_at: null,
  stop_loss: null,
  take_profit: null,
  trailing_pts: null,
  external_id: null,
  price_current: '1.14500',
  profit: '50.00',
  margin: '114.00',
  point_value: '0.1',
}

export const DEAL: Schemas['TradeDealView'] = {
  ...TRADE,
  id: 701,
  entry: 'in',
  action: 'buy',
  profit: '0.00',
  swap: '0.00',
  commission: '0.00',
  fee: '0.00',
  credit: '0.00',
  at: AT,
  seq: '9',
  volume: '0.1',
  price: '1.14000',
  order_id: 601,
  position_id: 501,
  client_order_id: null,
  bid: null,
  ask: null,
  execution_id: null,
  decided_at: null,
  durable_at: null,
  told_at: null,
  slippage_pts: null,
  slippage: null,
  slippage_currency: null,
}

/** A position with its trade: no order, no deal. */
export const ONE_TRADE: Data<'GET /admin/v1/trades/{kind}/{id}'> = {
  kind: 'positions',
  id: 501,
  login: 1001,
  group: 'demo\\usd',
  symbol: 'EURUSD',
  symbol_id: 1,
  digits: 5,
  position_id: 501,
  position: POSITION,
  closed: null,
  orders: [],
  deals: [],
  is_complete: true,
}

export const CHECKED: Schemas['TradeCheckView'] = {
  volume: '0.5',
  price: '1.17000',
  bid: '1.16990',
  ask: '1.17000',
  margin: null,
  margin_free: null,
  order_margin: null,
  fee: null,
  volume_after: '0.5',
  side_after: 'buy',
  price_after: null,
  swap_night: null,
  point_value: '0.50',
  loss_at_stop: null,
  profit_at_target: null,
}

export const MAIL: Schemas['MailView'] = {
  id: 1,
  message_id: 'm-1',
  folder: 'sent',
  thread_id: 1,
  from: 1,
  from_name: 'Anna Berg',
  recipients: '1001',
  subject: '',
  body: '',
  read: true,
  created_at: AT,
  attachments: [],
  draft: null,
}

/** A line of the journal. */
export function line(text: string): Schemas['JournalLineView'] {
  const of = { at: AT, actor: 1, login: 1001, about: null, kind: 'positions', changes: [] }
  return { ...of, id: 1, text, ip: '127.0.0.1', request_id: 'r-1', via: null, hash: null }
}

/** A whole list as one page, and as one window. */
export const pageOf = <Row>(items: readonly Row[]) => ({ items, page: 1, total: items.length })
export const windowOf = <Row>(items: readonly Row[]) => ({
  items,
  before: null,
  after: items.length === 0 ? null : 'z',
  has_before: false,
  has_after: false,
  first_key: null,
  last_key: null,
  first_offset: 0,
  page_id: 'p',
  proof: 'p',
  calculated_at: AT,
  consistency: 'current' as const,
  projection_seq: '9',
})

/** The answer to how many rows a window's list has. */
export const countOf = (total: number) => ({
  resource: '',
  query_id: 'q',
  total,
  consistency: 'current' as const,
  projection_seq: '9',
  sums: null,
})

/** The code with which staff confirm an action, valid for two minutes. */
export const CODE: Data<'POST /admin/v1/confirmations'> = {
  confirm_token: 'token',
  code: '123456',
  expires_at: '2026-11-30T12:30:00.000Z',
}

/** Asks for the code of an action and types it. */
export async function typeCode(dialog: Part): Promise<void> {
  await dialog.button('Show code').click()
  await dialog.label(/^Type the code 123456/).fill(CODE.code)
}
