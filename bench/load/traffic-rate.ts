import { Histogram } from '../histogram.js'
import type { Remote } from '../remote.js'
import type { LoadCommands } from './main.js'
import type { TrafficResult } from './traffic.js'

/** More refusals than this share of the answers, and the figure would be of refusals. */
const REFUSED_MAX = 0.001
/** Orders of one socket that may be under way when they are sent by the clock. */
const SLOTS = 256

/** Orders per second of one closed-loop run over the sockets that are open. */
export async function answersPerSecond(
  load: Remote<LoadCommands>,
  spec: { inFlight: number; warmUpSec: number; seconds: number },
  latency: Histogram,
): Promise<number> {
  return rateOf(await closedLoop(load, spec), latency)
}

export function closedLoop(
  load: Remote<LoadCommands>,
  spec: { inFlight: number; warmUpSec: number; seconds: number },
): Promise<TrafficResult> {
  return load.call('traffic', { mix: 'orders', rate: 0, ...spec })
}

export function rateOf(result: TrafficResult, latency: Histogram): number {
  checkRefusals(result)
  latency.add(result.latency)
  return result.answers / result.seconds
}

/** The p99 of orders that are sent at a rate, whatever the answers do, in milliseconds. */
export async function orderP99(
  load: Remote<LoadCommands>,
  spec: { rate: number; warmUpSec: number; seconds: number },
): Promise<number> {
  const result = await load.call('traffic', { mix: 'orders', inFlight: SLOTS, ...spec })
  checkRefusals(result)
  const latency = new Histogram()
  latency.add(result.latency)
  return latency.quantile(0.99)
}

export function checkRefusals(result: TrafficResult): void {
  if (result.answers === 0) throw new Error('no order was answered')
  if (result.refused > result.answers * REFUSED_MAX) {
    throw new Error(`${result.refused} of ${result.answers} refused: ${result.firstRefusal}`)
  }
}
