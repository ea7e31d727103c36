import { computed } from '@preact/signals'
import { session } from '../state/session.js'

/**
 * Rights that an action needs: every right of `all` and, if `one` is given, at least one of `one`.
 */
export interface Need {
  readonly all?: readonly string[]
  readonly one?: readonly string[]
}

const CONFIG_RIGHTS = [
  'config.symbols',
  'symbols.quick_edit',
  'config.groups',
  'config.leverage',
  'config.datafeeds',
  'config.gateways',
  'config.routing',
  'config.holidays',
  'config.allocation',
  'config.reports',
  'config.servers',
  'config.white_labels',
  'config.mail',
]

/**
 * The desk's pages in the order of the menu, with the rights that show them. A page without its
 * rights is not in the menu.
 */
export const PAGE_NEEDS = {
  overview: {},
  accounts: { all: ['accounts.view'] },
  positions: { all: ['trades.view'] },
  orders: { all: ['trades.view'] },
  deals: { all: ['trades.view'] },
  dealing: { all: ['dealing'] },
  held: { all: ['trades.manager'] },
  exposure: { all: ['accounts.view', 'trades.view'] },
  money: { all: ['accounts.balance'] },
  actions: {
    one: [
      'trades.edit',
      'accounts.balance',
      'accounts.edit',
      'accounts.view',
      'notifications',
      'mailbox',
      'config.servers',
    ],
  },
  online: { all: ['accounts.online'] },
  applications: { all: ['applications'] },
  mail: { all: ['mailbox'] },
  reports: { one: ['reports', 'config.reports'] },
  journal: { all: ['journal'] },
  settings: { one: CONFIG_RIGHTS },
  staff: { all: ['config.staff'] },
  integrations: { one: ['config.api_keys', 'config.webhooks'] },
  servers: { one: ['config.servers', 'server.machines'] },
  licence: { all: ['config.servers'] },
  transfer: { one: [...CONFIG_RIGHTS, 'config.staff'] },
} as const satisfies Readonly<Record<string, Need>>

export type PageName = keyof typeof PAGE_NEEDS

/** Actions on the pages with the rights that they need. The server checks the rights as well. */
const ACT_NEEDS = {
  edit: { all: ['accounts.edit'] },
  pay: { all: ['accounts.balance'] },
  note: { all: ['clients.view', 'clients.edit'] },
  trade: { all: ['trades.edit'] },
  message: { all: ['mailbox'] },
  notify: { all: ['notifications'] },
  journal: { all: ['journal'] },
  kick: { all: ['accounts.online', 'accounts.edit'] },
  passwords: { all: ['accounts.passwords'] },
  openTerminal: { all: ['accounts.sign_in_link'] },
  manageReports: { all: ['config.reports'] },
  mailReports: { all: ['config.reports', 'reports.export'] },
  correct: { all: ['trades.manager'] },
  correctDeals: { all: ['trades.manager', 'accounts.balance'] },
  deletePositions: { all: ['trades.edit', 'trades.delete'] },
  check: { all: ['accounts.view'] },
  brand: { all: ['config.servers', 'config.white_labels'] },
  block: { all: ['config.servers'] },
  archive: { all: ['accounts.delete'] },
  link: { all: ['clients.view', 'clients.edit'] },
  statement: { all: ['accounts.view', 'trades.view'] },
  mailStatement: { all: ['accounts.view', 'trades.view', 'mailbox'] },
} as const satisfies Readonly<Record<string, Need>>

/** The right for each personal field. Without it the server sends the field as null. */
export const FIELD_RIGHTS: Readonly<Record<string, string>> = {
  name: 'accounts.name',
  last_name: 'accounts.name',
  middle_name: 'accounts.name',
  comment: 'accounts.name',
  email: 'accounts.email',
  phone: 'accounts.phone',
  address: 'accounts.address',
  city: 'accounts.address',
  country: 'accounts.address',
  state: 'accounts.address',
  zip_code: 'accounts.address',
  id_number: 'accounts.address',
  bank_account: 'accounts.address',
}

const held = computed(() => new Set<string>(session.value?.rights ?? []))

export function may({ all = [], one }: Need): boolean {
  const has = (right: string) => held.value.has(right)
  return all.every(has) && (one === undefined || one.some(has))
}

export const mayDo = (act: keyof typeof ACT_NEEDS): boolean => may(ACT_NEEDS[act])

/** Whether the reader has no right to see this field of a person. */
export function isHidden(field: string): boolean {
  const right = FIELD_RIGHTS[field]
  return right !== undefined && !held.value.has(right)
}
