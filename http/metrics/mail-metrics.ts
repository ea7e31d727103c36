import type { Registry } from 'prom-client'
import type { OutboxRunner } from '../../actors/email/outbox-runner.js'
import type { MailStats } from '../readers/mail-stats.js'
import { gaugesOf } from './gauges.js'

export interface MailParts {
  readonly outbox: OutboxRunner
  readonly mailStats: MailStats
}

export function mailMetrics(registry: Registry, { outbox, mailStats }: MailParts): void {
  const gauge = gaugesOf(registry)
  gauge('emails_queued', 'E-mails that wait to be sent', () => mailStats.totals.queued)
  gauge('emails_sending', 'E-mails that are being sent', () => outbox.sending)
  gauge('emails_sent', 'E-mails that mail servers took', () => mailStats.totals.sent)
  gauge('emails_failed', 'E-mails that were given up', () => mailStats.totals.errors)
}
