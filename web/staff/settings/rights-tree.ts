/** Staff rights by area, in display order, and typical roles with their rights. */
export const AREAS = {
  accounts: ['accounts.', 'clients.'],
  trades: ['trades.', 'dealing'],
  people: ['applications', 'mailbox', 'notifications'],
  records: ['journal', 'reports'],
  settings: ['config.', 'symbols.'],
  servers: ['server.', 'terminal.'],
  bounds: ['confirm_actions'],
} as const

export type Area = keyof typeof AREAS

/** The area of a right. Rights that this page does not know are listed under settings. */
export function areaOf(right: string): Area {
  for (const [area, beginnings] of Object.entries(AREAS)) {
    if (beginnings.some((beginning) => right.startsWith(beginning))) return area as Area
  }
  return 'settings'
}

const SEES = ['accounts.view', 'accounts.name', 'trades.view']

export const TEMPLATES = {
  dealer: [...SEES, 'dealing', 'trades.edit', 'journal'],
  office: [
    ...SEES,
    'accounts.edit',
    'accounts.balance',
    'accounts.email',
    'accounts.phone',
    'accounts.address',
    'accounts.passwords',
    'clients.view',
    'clients.edit',
    'applications',
    'mailbox',
    'journal',
    'reports',
    'reports.export',
    'confirm_actions',
  ],
  support: [
    ...SEES,
    'accounts.online',
    'accounts.email',
    'accounts.phone',
    'accounts.passwords',
    'mailbox',
    'notifications',
    'journal',
  ],
  risk: [
    ...SEES,
    'accounts.online',
    'trades.edit',
    'journal',
    'reports',
    'reports.export',
    'confirm_actions',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Template = keyof typeof TEMPLATES
