import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { accept, type Handlers } from '../thread/ask.js'
import { type AccountListQueries, accountListQueries } from './accounts/account-list-query.js'
import { type AccountNamesQueries, accountNamesQueries } from './accounts/account-names-query.js'
import { type StoredAccountQueries, storedAccountQueries } from './accounts/stored-account-query.js'
import { type AffectedQueries, affectedQueries } from './affected-query.js'
import { type ApplicationQueries, applicationQueries } from './application-query.js'
import { type AuditQueries, auditQueries } from './audit-query.js'
import { type BulkCloseQueries, bulkCloseQueries } from './bulk-close-query.js'
import { type DailyQueries, dailyQueries } from './daily-query.js'
import { type DealPricesQueries, dealPricesQueries } from './deal-prices-query.js'
import { type FindQueries, findQueries } from './find-query.js'
import { type JobQueries, jobQueries } from './job-query.js'
import { type JournalQueries, journalQueries } from './journal-query.js'
import { type MailQueries, mailQueries } from './mail-query.js'
import { type NetworkQueries, networkQueries } from './network-query.js'
import { type NewsQueries, newsQueries } from './news-query.js'
import { type NotificationQueries, notificationQueries } from './notification-query.js'
import { type OneTradeQueries, oneTradeQueries } from './one-trade-query.js'
import { type OutboxQueries, outboxQueries } from './outbox-query.js'
import { type DayQueries, dayQueries } from './overview/day-query.js'
import { type PaymentLinesQueries, paymentLinesQueries } from './payment-lines-query.js'
import { type RefusedQueries, refusedQueries } from './refused-query.js'
import { type ReportQueries, reportQueries } from './report-query.js'
import { type StatementQueries, statementQueries } from './statement-query.js'
import { type TradeChangesQueries, tradeChangesQueries } from './trade-changes-query.js'
import { type TradeQueries, tradeQueries } from './trade-queries.js'
import { type TradeWindowQueries, tradeWindowQueries } from './trade-window-query.js'
import { type TransactionQueries, transactionQueries } from './transaction-query.js'
import { type WaitingQueries, waitingQueries } from './waiting-query.js'
import { type WindowQueries, windowQueries } from './window-query.js'

/**
 * Queries that are answered from the tables off the front, one file per subject. Each answer is one
 * snapshot.
 */
export interface AccountQueries
  extends AccountListQueries,
    AccountNamesQueries,
    AffectedQueries,
    AuditQueries,
    BulkCloseQueries,
    DailyQueries,
    DayQueries,
    DealPricesQueries,
    FindQueries,
    JobQueries,
    JournalQueries,
    MailQueries,
    NetworkQueries,
    NewsQueries,
    NotificationQueries,
    ApplicationQueries,
    OneTradeQueries,
    OutboxQueries,
    PaymentLinesQueries,
    RefusedQueries,
    ReportQueries,
    StatementQueries,
    StoredAccountQueries,
    TradeChangesQueries,
    TradeQueries,
    TradeWindowQueries,
    TransactionQueries,
    WaitingQueries,
    WindowQueries {
  /** Checks that the database opens and answers. */
  health: { readonly request: null; readonly answer: { readonly projectionSeq: number } }
}

export function queryHandlers(db: Sqlite): Handlers<AccountQueries> {
  const projection = projectionRepo(db)
  return {
    ...accountListQueries(db),
    ...accountNamesQueries(db),
    ...affectedQueries(db),
    ...auditQueries(db),
    ...bulkCloseQueries(db),
    ...dailyQueries(db),
    ...dayQueries(db),
    ...dealPricesQueries(db),
    ...findQueries(db),
    ...jobQueries(db),
    ...journalQueries(db),
    ...mailQueries(db),
    ...networkQueries(db),
    ...newsQueries(db),
    ...notificationQueries(db),
    ...applicationQueries(db),
    ...oneTradeQueries(db),
    ...outboxQueries(db),
    ...paymentLinesQueries(db),
    ...refusedQueries(db),
    ...reportQueries(db),
    ...statementQueries(db),
    ...storedAccountQueries(db),
    ...tradeChangesQueries(db),
    ...tradeQueries(db),
    ...tradeWindowQueries(db),
    ...transactionQueries(db),
    ...waitingQueries(db),
    ...windowQueries(db),
    health: () => accept({ projectionSeq: projection.seq() }),
  }
}
