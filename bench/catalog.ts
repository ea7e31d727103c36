import { engineOrders } from './cases/engine-orders.bench.js'
import { eventStream } from './cases/event-stream.bench.js'
import { exposure } from './cases/exposure.bench.js'
import { fixMarketData } from './cases/fix-market-data.bench.js'
import { fixQuotes } from './cases/fix-quotes.bench.js'
import { limits } from './cases/limits.bench.js'
import { marginWatch } from './cases/margin-watch.bench.js'
import { memory } from './cases/memory.bench.js'
import { orderGrowth } from './cases/order-growth.bench.js'
import { projection } from './cases/projection.bench.js'
import { providerOrders } from './cases/provider-orders.bench.js'
import { quorumOrders } from './cases/quorum-orders.bench.js'
import { quotes } from './cases/quotes.bench.js'
import { reports } from './cases/reports.bench.js'
import { rest } from './cases/rest.bench.js'
import { settings } from './cases/settings.bench.js'
import { settingsBatch } from './cases/settings-batch.bench.js'
import { socketLatency } from './cases/socket-latency.bench.js'
import { socketOrders } from './cases/socket-orders.bench.js'
import { start } from './cases/start.bench.js'
import { triggers } from './cases/triggers.bench.js'
import { valuation } from './cases/valuation.bench.js'
import { webhooks } from './cases/webhooks.bench.js'
import { windows } from './cases/windows.bench.js'
import type { BenchCase } from './harness.js'

/** Every case, in the order they run. */
export const catalog: readonly BenchCase[] = [
  limits,
  socketOrders,
  socketLatency,
  providerOrders,
  quorumOrders,
  quotes,
  rest,
  start,
  projection,
  settings,
  settingsBatch,
  memory,
  triggers,
  marginWatch,
  engineOrders,
  orderGrowth,
  fixMarketData,
  fixQuotes,
  eventStream,
  webhooks,
  windows,
  reports,
  exposure,
  valuation,
]
