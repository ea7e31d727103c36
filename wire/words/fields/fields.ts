import type { Words } from '../words.js'
import { accountFields } from './account.js'
import { accountAllocationsFields } from './account-allocations.js'
import { accountBatchFields } from './account-batch.js'
import { accountsFields } from './accounts.js'
import { applicationsFields } from './applications.js'
import { authFields } from './auth.js'
import { brandFields } from './brand.js'
import { commonFields } from './common.js'
import { configFields } from './config.js'
import { confirmationsFields } from './confirmations.js'
import { confirmedFields } from './confirmed.js'
import { dailyFields } from './daily.js'
import { datafeedsFields } from './datafeeds.js'
import { dealCorrectionFields } from './deal-corrections.js'
import { dealingFields } from './dealing.js'
import { dealsFields } from './deals.js'
import { eventsFields } from './events.js'
import { exposureFields } from './exposure.js'
import type { FieldPart, FieldWords } from './field-words.js'
import { findFields } from './find.js'
import { gatewaysFields } from './gateways.js'
import { groupsFields } from './groups.js'
import { heldFillsFields } from './held-fills.js'
import { holidaysFields } from './holidays.js'
import { jobsFields } from './jobs.js'
import { journalFields } from './journal.js'
import { journalChainFields } from './journal-chain.js'
import { leverageProfilesFields } from './leverage-profiles.js'
import { leverageSwitchesFields } from './leverage-switches.js'
import { licenceFields } from './licence.js'
import { linkFields } from './links.js'
import { liveFields } from './live.js'
import { logsFields } from './logs.js'
import { mailFields } from './mail.js'
import { mailPreviewFields } from './mail-preview.js'
import { mailServersFields } from './mail-servers.js'
import { meFields } from './me.js'
import { metaFields } from './meta.js'
import { networkFields } from './network.js'
import { newsFields } from './news.js'
import { notificationsFields } from './notifications.js'
import { onlineFields } from './online.js'
import { ordersFields } from './orders.js'
import { positionsFields } from './positions.js'
import { refusedFields } from './refused-requests.js'
import { registerFields } from './register.js'
import { reportsFields } from './reports.js'
import { routingFields } from './routing.js'
import { settingsFields } from './settings.js'
import {
  aboutFields,
  affectsFields,
  connectionLogFields,
  effectsFields,
  originFields,
  parameterFields,
} from './shared-shapes.js'
import { staffFields } from './staff.js'
import { statementFields } from './statement.js'
import { symbolsFields } from './symbols.js'
import { tradeFields } from './trade.js'
import { tradeChangesFields } from './trade-changes.js'
import { tradesFields } from './trades.js'
import { waitingFields } from './waiting.js'
import { watchlistsFields } from './watchlists.js'

/** By the tag of the routes that have them; shapes that routes of many tags have may have words of their own. */
const FIELDS: Readonly<Record<string, FieldWords>> = {
  auth: authFields,
  accounts: { ...refusedFields, ...accountsFields, ...accountBatchFields, ...confirmedFields },
  online: onlineFields,
  me: meFields,
  staff: staffFields,
  account: accountFields,
  daily: dailyFields,
  statement: statementFields,
  'account-allocations': accountAllocationsFields,
  datafeeds: datafeedsFields,
  gateways: gatewaysFields,
  groups: groupsFields,
  holidays: holidaysFields,
  'leverage-profiles': leverageProfilesFields,
  'leverage-switches': leverageSwitchesFields,
  licence: licenceFields,
  'mail-servers': mailServersFields,
  mail: mailFields,
  meta: metaFields,
  network: networkFields,
  routing: routingFields,
  settings: settingsFields,
  symbols: symbolsFields,
  config: configFields,
  find: findFields,
  positions: { ...tradeChangesFields, ...positionsFields, ...confirmedFields },
  confirmations: { ...accountsFields, ...accountBatchFields, ...confirmationsFields },
  dealing: dealingFields,
  exposure: exposureFields,
  'held-fills': heldFillsFields,
  deals: { ...dealsFields, ...dealCorrectionFields, ...confirmedFields },
  orders: { ...tradeChangesFields, ...ordersFields },
  trade: tradeFields,
  trades: {
    ...refusedFields,
    ...positionsFields,
    ...dealsFields,
    ...ordersFields,
    ...tradesFields,
  },
  jobs: jobsFields,
  events: eventsFields,
  journal: journalFields,
  logs: logsFields,
  news: newsFields,
  reports: reportsFields,
  applications: applicationsFields,
  notifications: notificationsFields,
  refused: refusedFields,
  register: registerFields,
  brand: brandFields,
  waiting: waitingFields,
  watchlists: watchlistsFields,
  live: { ...waitingFields, ...exposureFields, ...tradeFields, ...liveFields },
  about: aboutFields,
  affects: affectsFields,
  effects: effectsFields,
  origin: originFields,
  parameter: parameterFields,
  'mail-preview': mailPreviewFields,
  'journal-chain': journalChainFields,
  'trade-changes': tradeChangesFields,
  links: linkFields,
  'connection-log': connectionLogFields,
}

/**
 * The words of a field: those of its tag first, and of its part, then those that fields of that name have anywhere. A
 * tag that is not here has none.
 */
export function fieldWords(tag: string, part: FieldPart, name: string): Words | undefined {
  const own = FIELDS[tag]
  if (own === undefined) return undefined
  const whole = `${part}.${name}`
  return own[whole] ?? own[name] ?? commonFields[whole] ?? commonFields[name]
}
