import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../engine/assert.js'
import type { LogLine } from '../../../wire/thread/messages.js'
import { systemClock } from '../../thread/clock.js'
import { forwardingLogger } from '../../thread/forwarding-logger.js'
import { FixProviderSimulator } from './fix-provider-simulator.js'

/**
 * The entry of the thread with the built-in provider that speaks FIX 4.4. It ends with the links
 * thread, which starts it.
 */
export interface SimulatorData {
  readonly clockOffsetMs: number
  readonly clock: SharedArrayBuffer
  readonly login: string
  readonly password: string
  readonly ticksPerSec: number
}

export type FromSimulator = LogLine | { readonly type: 'listens'; readonly address: string }

assert(parentPort !== null, 'the thread of the built-in provider has a parent')
const port = parentPort
const { clockOffsetMs, clock: memory, ...options } = workerData as SimulatorData
const clock = systemClock(clockOffsetMs, memory)
const post = (message: FromSimulator): void => port.postMessage(message)
const log = forwardingLogger(post)

/** A rejection is not caught, so that it ends the thread and the links thread learns of it. */
FixProviderSimulator.start({ clock, log, seed: clock.now(), ...options }).then(({ address }) =>
  post({ type: 'listens', address }),
)
