import { fields } from '../generated/fields.js'
import type { Language } from '../generated/languages.js'
import type { Wording } from './words.js'

export type FieldPart = 'params' | 'query' | 'body' | 'data'

type Areas = ReturnType<(typeof fields)[Language]>
/**
 * An area of field texts. Keys are field names, optionally with the part of the request or answer:
 * `query.from`.
 */
type Area = keyof Areas
type AreaWordings = Readonly<Record<string, Wording>>

const DEALS: readonly Area[] = ['window-pages', 'trade-windows', 'deals']
const ORDERS: readonly Area[] = ['window-pages', 'trade-windows', 'orders']
const POSITIONS: readonly Area[] = ['window-pages', 'trade-windows', 'bulk-close', 'positions']

/**
 * For tags whose fields are in several areas: the last area that has the field counts. Other tags
 * are areas themselves.
 */
const AREAS: Readonly<Record<string, readonly Area[]>> = {
  account: ['account-record', 'account'],
  accounts: ['refused', 'account-record', 'window-pages', 'accounts', 'account-batch', 'confirmed'],
  confirmations: [
    'account-record',
    'window-pages',
    'accounts',
    'account-batch',
    'bulk-close',
    'confirmations',
  ],
  'connection-log': ['provider-connections', 'connection-log'],
  datafeeds: ['provider-connections', 'datafeeds'],
  deals: [...DEALS, 'deal-corrections', 'confirmed'],
  gateways: ['provider-connections', 'gateways'],
  live: ['waiting', 'exposure', 'trade', 'symbols', 'live'],
  logs: ['jobs', 'logs'],
  orders: ['trade-changes', ...ORDERS],
  parameter: ['provider-connections', 'parameter'],
  positions: ['trade-changes', ...POSITIONS, 'confirmed'],
  'trade-deal': ['trade-rows', ...DEALS],
  'trade-order': ['trade-changes', ...ORDERS, 'trade-rows'],
  trade: ['confirmed', 'trade'],
  trades: ['refused', ...POSITIONS, ...DEALS, ...ORDERS, 'trade-rows', 'trades'],
}

/** Fields that have the same meaning in all records. */
const COMMON: readonly Area[] = [
  'common-records',
  'common-people',
  'common-money',
  'common-daily',
  'common-trades',
  'common-requests',
  'common-settings',
]

/**
 * The texts of a field: those of its tag and part, otherwise those of its tag, otherwise the common
 * ones. A tag without an area has only the common texts.
 */
export function fieldWording(
  language: Language,
  tag: string,
  part: FieldPart,
  name: string,
): Wording | undefined {
  const all = fields[language]()
  const own = AREAS[tag] ?? (isArea(all, tag) ? [tag] : undefined)
  if (own === undefined) return undefined
  const whole = `${part}.${name}`
  return (
    inAreas(all, own, whole) ??
    inAreas(all, own, name) ??
    inAreas(all, COMMON, whole) ??
    inAreas(all, COMMON, name)
  )
}

/** The texts of the envelope fields of REST answers. */
export function envelopeIn(language: Language): Areas['envelope'] {
  return fields[language]().envelope
}

/** The texts of the fields of WebSocket frames. */
export function frameIn(language: Language): Areas['frame'] {
  return fields[language]().frame
}

function isArea(all: Areas, tag: string): tag is Area {
  return Object.hasOwn(all, tag)
}

function inAreas(all: Areas, areas: readonly Area[], name: string): Wording | undefined {
  const found = areas.findLast((area) => Object.hasOwn(all[area], name))
  return found === undefined ? undefined : (all[found] as AreaWordings)[name]
}
