import { BUILT_IN_SIMULATOR } from '../../../engine/config/demo-set.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { randomToken } from '../../thread/random.js'
import { ProviderSimulator, SIMULATOR_TICKS_PER_SEC } from './provider-simulator.js'
import { SimulatorThread } from './simulator-thread.js'

/**
 * The providers that are built in, behind the connections whose server is `BUILT_IN_SIMULATOR`: one that speaks
 * FIX 4.4, in a thread of its own, and one that speaks DDE, of demo sets that are older.
 *
 *   B1. One is started when the first connection wants it, and runs until the end.
 *   B2. Until it listens, the connection rests as if it were disabled; `changed` says when that is over.
 *   B3. Credentials are drawn anew at each start: nobody else on the machine may use them.
 */
export interface BuiltInOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly clockOffsetMs: number
  readonly clockMemory: SharedArrayBuffer
  readonly ticksPerSec?: number | undefined
  /** Some `dialled` answers otherwise from now on. */
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
  /** Empty until it listens. */
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

  /** The record as it is dialled: the provider chose its port and its credentials itself. */
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
