import { type MessagePort, workerData } from 'node:worker_threads'
import type { EventScope, EventsAsk, StreamPage } from '../../wire/thread/event-reads.js'
import type {
  DeliveredPart,
  WebhookAnswer,
  WebhookDeliverTask,
  WebhookSendTask,
} from '../../wire/thread/webhook-messages.js'
import type { Outcome } from '../thread/ask.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { systemClock } from '../thread/clock.js'
import { reportingMemory } from '../thread/own-memory.js'
import { Backlog } from './backlog.js'
import { DeliveryRun, firstProgress } from './delivery-run.js'
import { StreamOfLogs } from './stream-of-logs.js'
import { WebhookRequests } from './webhook-requests.js'

/**
 * The entry of a thread that reads the event stream and delivers it to webhook receivers. Trading
 * has precedence.
 */
export interface WebhooksData {
  readonly dataDir: string
  readonly shards: number
  readonly outboundAllow: readonly string[]
  readonly userAgent: string
}

/** The part of a webhook to deliver, with a port for its progress. */
export type DeliverRequest = WebhookDeliverTask & {
  readonly id: number
  readonly port: MessagePort
}

const LAG_READ = 1_000
const REPORT_EVERY_MS = 1_000

const { dataDir, shards, outboundAllow, userAgent } = workerData as WebhooksData
const clock = systemClock()
const requests = new WebhookRequests({ outboundAllow, clock, userAgent })
const backlogs = new Map<number, Backlog>()
let stream: StreamOfLogs | undefined

yieldToTrading()
export default reportingMemory('webhooks', (task: DeliverRequest | WebhookSendTask) =>
  task.do === 'send' ? sent(task) : delivered(task),
)

function sent({ target, id, body }: WebhookSendTask): Promise<WebhookAnswer> {
  return requests.send(target, { id, body })
}

/** Delivers a part; null if the stream cannot be read now. */
async function delivered(task: DeliverRequest): Promise<DeliveredPart | null> {
  const { id, port, target, scope, keptFrom } = task
  const begun = clock.monotonic()
  stream ??= new StreamOfLogs(dataDir, shards, clock)
  const { read: readAll } = stream
  const read: Read = (ask) => readAll({ ...ask, keptFrom })
  const progress = task.progress ?? (await firstProgress({ read }, scope))
  if (progress === undefined) return null
  let toldAt = begun
  const work = new DeliveryRun(
    {
      read,
      send: (message) => requests.send(target, message),
      now: () => clock.now() + task.aheadMs,
      monotonic: () => clock.monotonic(),
      report(standing) {
        if (clock.monotonic() - toldAt < REPORT_EVERY_MS) return
        toldAt = clock.monotonic()
        port.postMessage(standing)
      },
    },
    scope,
    progress,
  )
  try {
    const halted = new Promise((resolve) => port.once('message', resolve))
    const { passed, ...part } = await Promise.race([work.run(), halted.then(() => work.halt())])
    const behind = part.hasMore || part.progress.pause !== null
    if (!behind) backlogs.delete(id)
    const { cursor } = part.progress
    const counted = behind ? await backlogOf(id).count(cursor, passed, pages(read, scope)) : 0
    return { ...part, behind: counted }
  } finally {
    await stream.idle()
    port.close()
  }
}

function backlogOf(id: number): Backlog {
  const backlog = backlogs.get(id) ?? new Backlog()
  backlogs.set(id, backlog)
  return backlog
}

type Read = (ask: Omit<EventsAsk, 'keptFrom'>) => Promise<Outcome<StreamPage>>

function pages(read: Read, scope: EventScope) {
  return async (after: string): Promise<StreamPage | undefined> => {
    const page = await read({ after, isLatest: false, limit: LAG_READ, scope })
    return page.ok ? page.value : undefined
  }
}
