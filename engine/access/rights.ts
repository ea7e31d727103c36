import type { Refusal } from '../code.js'
import { because } from '../reasons/reasons.js'

/** The rights of staff users, with the line that `GET /admin/v1/staff/rights` shows for each. */
const DESCRIPTIONS = {
  'accounts.view': 'See trading accounts in scope',
  'accounts.edit': 'Open accounts and change their data, group and leverage',
  'accounts.balance': 'Balance operations and position payments',
  'accounts.delete': 'Archive and restore trading accounts',
  'accounts.online': 'See and end online sessions',
  'accounts.passwords': 'Set and check account passwords, reset one-time codes',
  'accounts.sign_in_link': 'Create sign-in links of accounts',
  'accounts.name': 'See names and comments of accounts',
  'accounts.email': 'See e-mail addresses of accounts',
  'accounts.phone': 'See phone numbers of accounts',
  'accounts.address': 'See addresses, id numbers and bank accounts of accounts',
  'clients.view': 'See accounts of one client, and notes on accounts',
  'clients.edit': 'Link accounts to a client, and add notes to accounts',
  'trades.view': 'See positions, orders and deals',
  'trades.edit': 'Trade for accounts and close positions in bulk',
  'trades.delete': 'Delete positions',
  'trades.manager': 'Correct positions and repair accounts',
  dealing: 'Take and answer requests at the dealing desk',
  confirm_actions: 'Money, dealer trades and bulk actions need a code',
  applications: 'Decide on applications for real accounts',
  notifications: 'Send notifications to terminals',
  mailbox: 'Read and send mail as staff',
  journal: 'Read the journal',
  events: 'Read the stream of events, of each kind with its own right',
  reports: 'Run reports',
  'reports.export': 'Export report results',
  'config.staff': 'Manage staff users',
  'config.api_keys': 'Manage API keys',
  'config.webhooks': 'Manage webhooks',
  'config.symbols': 'Manage symbols, for the whole server',
  'symbols.quick_edit': 'Change the trading settings of symbols, for the whole server',
  'config.groups': 'Manage groups',
  'config.leverage': 'Manage leverage profiles and switches',
  'config.datafeeds': 'Manage datafeeds, for the whole server',
  'config.gateways': 'Manage gateways, for the whole server',
  'config.routing': 'Manage routing rules that stay within your groups',
  'config.holidays': 'Manage holidays, for the whole server',
  'config.allocation': 'Manage account allocation rules',
  'config.reports': 'Manage report configurations',
  'config.servers': 'Manage servers, settings and the licence',
  'config.white_labels': 'Manage brands',
  'config.mail': 'Manage mail servers',
  'server.machines': 'See the machines: monitor and firewall',
  'terminal.admin': 'Sign in with the administrator terminal',
} as const

export type Right = keyof typeof DESCRIPTIONS

/** The rights in the order in which they are shown. The administrator of the first run holds them all. */
export const RIGHTS = Object.keys(DESCRIPTIONS) as readonly Right[]

const KNOWN: ReadonlySet<string> = new Set(RIGHTS)

export function isRight(name: string): name is Right {
  return KNOWN.has(name)
}

export function rightDescription(right: Right): string {
  return DESCRIPTIONS[right]
}

/** Drops stored rights that this version does not know, because an unknown name grants nothing. */
export function knownRights(names: readonly string[]): Right[] {
  return names.filter(isRight)
}

/** Refuses unless the user has all needed rights, and at least one of `anyOf` unless empty. */
export function refuseWithout(
  held: ReadonlySet<string>,
  needed: readonly string[],
  anyOf: readonly string[] = [],
): Refusal | null {
  for (const right of needed) {
    if (!held.has(right)) return because('forbidden.needs_right', { right })
  }
  if (anyOf.length === 0) return null
  for (const right of anyOf) if (held.has(right)) return null
  return because('forbidden.needs_one', { rights: anyOf.join(', ') })
}
