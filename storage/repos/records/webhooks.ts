import type {
  WebhookDelivery,
  WebhookProgress,
} from '../../../wire/stored/programs/stored-webhook.js'
import type { WebhookEnd } from '../../../wire/thread/webhook-messages.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The progress of a webhook, and the reason if the server has disabled it. */
export interface StoredWebhook {
  readonly id: number
  readonly progress: WebhookProgress
  readonly ended: WebhookEnd | null
}

interface Row {
  readonly id: number
  readonly progress: string
  readonly ended: WebhookEnd | null
}

/**
 * All SQL statements for the progress of webhooks. They run synchronously, in the caller's
 * transaction.
 */
export const webhooksRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const fromRow = ({ progress, ...row }: Row): StoredWebhook => ({
    ...row,
    progress: JSON.parse(progress) as WebhookProgress,
  })
  return {
    all: () => sql.all<Row>`SELECT * FROM webhook_progress ORDER BY id`.map(fromRow),
    get(id: number): StoredWebhook | undefined {
      const row = sql.get<Row>`SELECT * FROM webhook_progress WHERE id = ${id}`
      return row && fromRow(row)
    },
    put({ id, progress, ended }: StoredWebhook): void {
      sql.insert('webhook_progress', { id, progress: json(progress), ended }, 'OR REPLACE')
    },
    remove(id: number): void {
      sql.run`DELETE FROM webhook_progress WHERE id = ${id}`
      sql.run`DELETE FROM webhook_failures WHERE webhook = ${id}`
    },
    /** Oldest first. */
    failures: (webhook: number) =>
      sql.values<string>`SELECT delivery FROM webhook_failures WHERE webhook = ${webhook}
        ORDER BY id`.map((text) => JSON.parse(text) as WebhookDelivery),
    failureCount: (webhook: number): number =>
      sql.value<number>`SELECT count(*) FROM webhook_failures WHERE webhook = ${webhook}` ?? 0,
    addFailure(webhook: number, delivery: WebhookDelivery, kept: number): void {
      sql.insert('webhook_failures', { webhook, delivery: json(delivery) })
      sql.run`DELETE FROM webhook_failures WHERE webhook = ${webhook} AND id <= (
        SELECT id FROM webhook_failures WHERE webhook = ${webhook}
          ORDER BY id DESC LIMIT 1 OFFSET ${kept})`
    },
    removeFailures: (webhook: number) =>
      sql.run`DELETE FROM webhook_failures WHERE webhook = ${webhook}`,
  }
})
