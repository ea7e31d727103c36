import { BUILT_IN_SIMULATOR } from '../../../engine/config/demo-set.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { randomToken } from '../../thread/random.js'
import { ProviderSimulator, SIMULATOR_TICKS_PER_SEC } from './provider-simulator.js'
import { SimulatorThread } from './simulator-thread.js'

/**
 * The built-in providers for connections whose server is `BUILT_IN_SIMULATOR`: one that speaks FIX
 * 4.4 in its own thread, and one that speaks DDE for older demo sets.
 *
 *   - A provider starts when the first connection needs it, and runs until the end.
 *   - Until it listens, the connection is treated as disabled; `changed` is called then.
 *   - Credentials are random at each start, so that no other user of the machine can use them.
 */
export interface BuiltInOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly clockOffsetMs: number
  readonly clockMemory: SharedArrayBuffer
  readonly ticksPerSec?: number | undefined
  /** Called when the result of `dialled` has changed. */
  changed(): void
}

interface DialledRecord {
  readonly module: 'dde' | 'fix44'
  readonly enabled: boolean
  readonly server: string
  readonly login: string
  readonly password: string
}

interface Seat {
  readonly login: string
  readonly password: string
  /** The provider's address; empty until it listens. */
  server: string
  stop(): Promise<void>
}

const LOGIN = 'built-in'

export class BuiltInProviders {
  readonly #options: BuiltInOptions
  readonly #seats = new Map<DialledRecord['module'], Seat>()

  constructor(options: BuiltInOptions) {
    this.#options = options
  }

  /** The record with the provider's own port and credentials. */
  dialled<Record extends DialledRecord>(record: Record): Record {
    if (record.server !== BUILT_IN_SIMULATOR || !record.enabled) return record
    const { login, password, server } = this.#seat(record.module)
    return server === '' ? { ...record, enabled: false } : { ...record, server, login, password }
  }

  async stop(): Promise<void> {
    for (const seat of this.#seats.values()) await seat.stop()
  }

  #seat(module: DialledRecord['module']): Seat {
    const known = this.#seats.get(module)
    if (known !== undefined) return known
    const made = { login: LOGIN, password: randomToken(), server: '', stop: async () => undefined }
    const seat: Seat = made
    this.#seats.set(module, seat)
    const listens = (address: string): void => {
      seat.server = address
      this.#options.changed()
    }
    seat.stop = module === 'fix44' ? this.#startFix(seat, listens) : this.#startDde(seat, listens)
    return seat
  }

  #startFix({ login, password }: Seat, listens: (address: string) => void): () => Promise<void> {
    const { clock, log, clockOffsetMs, clockMemory, ticksPerSec } = this.#options
    const rate = ticksPerSec ?? SIMULATOR_TICKS_PER_SEC
    const data = { clockOffsetMs, clock: clockMemory, login, password, ticksPerSec: rate }
    const thread = new SimulatorThread({ clock, log, data, listens })
    return () => thread.stop()
  }

  #startDde({ login, password }: Seat, listens: (address: string) => void): () => Promise<void> {
    const { clock, log, ticksPerSec } = this.#options
    const started = ProviderSimulator.start({
      clock,
      log,
      seed: clock.now(),
      accepts: (givenLogin, givenPassword) => givenLogin === login && givenPassword === password,
      ...(ticksPerSec === undefined ? {} : { ticksPerSec }),
    })
    // A rejection is not caught, so that it ends the thread.
    started.then(({ address }) => listens(address))
    return async () => (await started).stop()
  }
}
