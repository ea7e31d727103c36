import type { EventStream } from '../../actors/events/event-stream.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Logger } from '../../actors/thread/logger.js'
import { WebhookRunner } from '../../actors/webhooks/webhook-runner.js'
import { WebhookThread } from '../../actors/webhooks/webhook-thread.js'
import { eventsKeptMs } from '../routes/events/kept-events.js'
import type { Webhooks } from '../routes/route.js'
import { webhookScope } from '../routes/webhooks/owner-scope.js'
import { VERSION } from '../version.js'

export interface WebhooksParts {
  readonly dataDir: string
  readonly shards: number
  readonly outboundAllow: readonly string[]
  readonly logRetentionDays: number
  readonly clock: Clock
  readonly logger: Logger
  readonly supervisor: Pick<Supervisor, 'ask' | 'book'>
  readonly eventStream: Pick<EventStream, 'state'>
}

export function webhooksOf(parts: WebhooksParts): Webhooks {
  const { dataDir, shards, outboundAllow, supervisor, eventStream, clock, logger } = parts
  const userAgent = `Openfloor/${VERSION}`
  const thread = new WebhookThread({ dataDir, shards, outboundAllow, userAgent })
  const runner = new WebhookRunner({
    desk: supervisor,
    thread,
    clock,
    logger,
    scopeOf: (record, owner) => webhookScope(record, owner, supervisor.book, clock.now()),
    streamState: () => eventStream.state,
    keptMs: eventsKeptMs(parts.logRetentionDays),
  })
  return { runner, thread }
}

/** Stops webhook deliveries and stores their progress. */
export async function stopWebhooks({ runner, thread }: Webhooks): Promise<void> {
  runner.halt()
  await thread.stop()
  await runner.stop()
}
