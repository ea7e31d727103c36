import type { BookRecords } from '../../engine/book.js'
import type { DatafeedRecord } from '../../engine/config/datafeed.js'
import type { GroupRecord } from '../../engine/config/group.js'
import type { RoutingRuleRecord } from '../../engine/config/routing-rule.js'
import type { SymbolRecord } from '../../engine/config/symbol.js'
import { type SettingsRow, settingsRepo } from '../../storage/repos/settings.js'
import { SealError } from '../../storage/seal.js'
import { accept, type Handlers } from '../ask.js'
import type { Desk } from './desk.js'

export interface SettingsOperations {
  /** All settings at their version. Passwords of datafeeds stay sealed. */
  'settings.book': { readonly request: null; readonly answer: BookRecords }
  /** With their passwords opened: for the links thread only. */
  'settings.datafeeds': { readonly request: null; readonly answer: readonly DatafeedRecord[] }
}

export function settingsDesk(desk: Desk): Handlers<SettingsOperations> {
  const settings = settingsRepo(desk.db)
  const datafeeds = (): DatafeedRecord[] =>
    settings.list('datafeed').map((row) => record<DatafeedRecord>(row))
  return {
    'settings.book': () =>
      accept({
        version: settings.version(),
        symbols: settings.list('symbol').map((row) => record<SymbolRecord>(row)),
        groups: settings.list('group').map(groupRecord),
        routing: settings
          .list('routing_rule')
          .map((row) => record<RoutingRuleRecord>(row, { position: row.position })),
        datafeeds: datafeeds(),
      }),
    'settings.datafeeds': () =>
      accept(datafeeds().map((feed) => ({ ...feed, password: openedPassword(desk, feed) }))),
  }
}

/** A password sealed with a key that is lost reads as none: the feed cannot sign in, the rest runs. */
function openedPassword(desk: Desk, feed: DatafeedRecord): string {
  if (feed.password === '') return ''
  try {
    return desk.seal.open(feed.password, datafeedPlace(feed.name))
  } catch (error) {
    if (error instanceof SealError) return ''
    throw error
  }
}

/** Names are unique in any case, and so is the place a password is sealed for. */
export function datafeedPlace(name: string): string {
  return `settings/datafeed/${name.toLowerCase()}/password`
}

/** Groups are known by their path and show no id. */
export function groupRecord(row: SettingsRow): GroupRecord {
  const { id: _, ...group } = record<GroupRecord & { id: number }>(row)
  return group
}

function record<T>(row: SettingsRow, more: Readonly<Record<string, unknown>> = {}): T {
  return {
    id: row.id,
    ...row.body,
    ...more,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    version: row.version,
  } as T
}
