import { may } from '../rights.js'

/** A kind of settings: its routes, the rights it needs, and the columns of its list. */
export interface SettingsKind {
  readonly kind: string
  /** The route's path without `/admin/v1`. */
  readonly path: string
  /** The field that identifies a record in the route; null if there is only one record. */
  readonly key: 'path' | 'id' | null
  /** Rights to read; any one of them is enough. */
  readonly readers: readonly string[]
  /** Rights to change, create and delete; all of them are needed. */
  readonly writers: readonly string[]
  /** Rights to change a record, if fewer are needed than to create one; any one of them is enough. */
  readonly editors?: readonly string[]
  /** Whether a change sends the whole record instead of the changed fields. */
  readonly isWhole?: boolean
  /** Whether staff can create and delete records. */
  readonly isMade: boolean
  /** Whether the order of the records has a meaning. */
  readonly isOrdered: boolean
  /** The fields shown in the list. The first one is the record's name. */
  readonly columns: readonly string[]
}

/** The kinds in the order of the menu. */
const KINDS: readonly SettingsKind[] = [
  {
    kind: 'groups',
    path: 'groups',
    key: 'path',
    readers: ['config.groups'],
    writers: ['config.groups'],
    isMade: true,
    isOrdered: false,
    columns: ['path', 'currency', 'leverage', 'margin_mode', 'enabled'],
  },
  {
    kind: 'symbols',
    path: 'symbols',
    key: 'id',
    readers: ['config.symbols', 'symbols.quick_edit'],
    writers: ['config.symbols'],
    editors: ['config.symbols', 'symbols.quick_edit'],
    isMade: true,
    isOrdered: true,
    columns: ['path', 'description', 'digits', 'trade_access'],
  },
  {
    kind: 'routing',
    path: 'routing',
    key: 'id',
    readers: ['config.routing'],
    writers: ['config.routing'],
    isMade: true,
    isOrdered: true,
    columns: ['name', 'action', 'enabled'],
  },
  {
    kind: 'datafeeds',
    path: 'datafeeds',
    key: 'id',
    readers: ['config.datafeeds'],
    writers: ['config.datafeeds'],
    isMade: true,
    isOrdered: true,
    columns: ['name', 'module', 'server', 'enabled'],
  },
  {
    kind: 'gateways',
    path: 'gateways',
    key: 'id',
    readers: ['config.gateways'],
    writers: ['config.gateways'],
    isMade: true,
    isOrdered: true,
    columns: ['name', 'module', 'server', 'enabled'],
  },
  {
    kind: 'leverage_profiles',
    path: 'leverage-profiles',
    key: 'id',
    readers: ['config.leverage', 'config.groups'],
    writers: ['config.leverage'],
    isMade: true,
    isOrdered: false,
    columns: ['name', 'rules', 'enabled'],
  },
  {
    kind: 'leverage_switches',
    path: 'leverage-switches',
    key: 'id',
    readers: ['config.leverage'],
    writers: ['config.leverage'],
    isMade: true,
    isOrdered: false,
    columns: ['group', 'at'],
  },
  {
    kind: 'holidays',
    path: 'holidays',
    key: 'id',
    readers: ['config.holidays'],
    writers: ['config.holidays'],
    isMade: true,
    isOrdered: true,
    columns: ['description', 'year', 'month', 'day', 'enabled'],
  },
  {
    kind: 'allocations',
    path: 'account-allocations',
    key: 'id',
    readers: ['config.allocation'],
    writers: ['config.allocation'],
    isWhole: true,
    isMade: true,
    isOrdered: false,
    columns: ['group_path', 'countries', 'priority', 'enabled'],
  },
  {
    kind: 'allocation_settings',
    path: 'account-allocations/settings',
    key: null,
    readers: ['config.allocation'],
    writers: ['config.allocation'],
    isWhole: true,
    isMade: false,
    isOrdered: false,
    columns: [],
  },
  {
    kind: 'reports',
    path: 'reports/configs',
    key: 'id',
    readers: ['config.reports'],
    writers: ['config.reports'],
    isMade: true,
    isOrdered: true,
    columns: ['name', 'module', 'enabled'],
  },
  {
    kind: 'mail_servers',
    path: 'mail-servers',
    key: 'id',
    readers: ['config.mail'],
    writers: ['config.mail'],
    isMade: true,
    isOrdered: false,
    columns: ['name', 'server', 'is_default', 'enabled'],
  },
  {
    kind: 'brands',
    path: 'licence/brands',
    key: 'id',
    readers: ['config.servers'],
    writers: ['config.servers', 'config.white_labels'],
    isMade: true,
    isOrdered: false,
    columns: ['company', 'domains', 'is_default', 'enabled'],
  },
  {
    kind: 'network',
    path: 'network/servers',
    key: 'id',
    readers: ['config.servers'],
    writers: ['config.servers'],
    isMade: false,
    isOrdered: false,
    columns: ['id', 'title'],
  },
  {
    kind: 'settings',
    path: 'settings',
    key: null,
    readers: ['config.servers'],
    writers: ['config.servers'],
    isWhole: true,
    isMade: false,
    isOrdered: false,
    columns: [],
  },
]

/** A kind of records that forms refer to but that has no settings page. */
const STAFF: SettingsKind = {
  kind: 'staff',
  path: 'staff',
  key: 'id',
  readers: ['config.staff'],
  writers: [],
  isMade: false,
  isOrdered: false,
  columns: ['name'],
}

export const kindsShown = (): readonly SettingsKind[] =>
  KINDS.filter(({ readers }) => may({ one: readers }))

export const kindOf = (kind: string): SettingsKind | undefined =>
  KINDS.find((one) => one.kind === kind)

/** Like `kindOf`, and also finds kinds that forms only refer to. */
export const namedKind = (kind: string): SettingsKind | undefined =>
  kind === STAFF.kind ? STAFF : kindOf(kind)

export const mayRead = ({ readers }: SettingsKind): boolean => may({ one: readers })
export const mayMake = ({ writers, isMade }: SettingsKind): boolean =>
  isMade && may({ all: writers })
export const mayChange = ({ writers, editors }: SettingsKind): boolean =>
  editors === undefined ? may({ all: writers }) : may({ one: editors })
