import { Gauge, type Registry } from 'prom-client'
import type { WebhookLine } from '../../actors/webhooks/webhook-line.js'
import type { WebhookRunner } from '../../actors/webhooks/webhook-runner.js'

/** Metrics of each webhook, labelled by name. */
export function webhookMetrics(registry: Registry, runner: Lines): void {
  const figure = (name: string, help: string, read: (line: WebhookLine) => number): void => {
    new Gauge({
      name: `openfloor_webhook_${name}`,
      help,
      labelNames: ['webhook'],
      registers: [registry],
      collect() {
        // Removes the values of webhooks that were deleted.
        this.reset()
        for (const line of runner.lines) this.set({ webhook: line.record.name }, read(line))
      },
    })
  }
  figure('delivered', 'Events that the receiver accepted since the start', (of) => of.delivered)
  figure('failed', 'Events that were given up since the start', (of) => of.failed)
  figure('lag', 'Events that are not delivered yet', (of) => of.lag)
  figure('disabled_by_server', '1 if the server has disabled it', (of) => Number(of.ended !== null))
}

type Lines = Pick<WebhookRunner, 'lines'>
