import { type Refusal, refuseFor } from '../../engine/code.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { type ArrivedFile, FILE_BOUNDS } from '../../wire/stored/stored-file.js'
import { accountClasses } from './account-classes.js'
import type { Desk } from './desk.js'

const HOUR_MS = 3_600_000
const MIB = 1024 * 1024

type Brought = Pick<ArrivedFile, 'owner' | 'kind' | 'bytes'>

/**
 * The bytes that each owner has uploaded in the current hour of the clock, including deleted files.
 * In memory only; reset each hour.
 */
export class UploadedBytes {
  readonly #clock
  readonly #classOf
  readonly #bytes = new Map<Login, number>()
  #hour: UnixMs = 0

  constructor(desk: Pick<Desk, 'clock' | 'db'>) {
    this.#clock = desk.clock
    this.#classOf = accountClasses(desk)
  }

  refuse({ owner, kind, bytes }: Brought): Refusal | null {
    const { hourBytesMax } = FILE_BOUNDS[kind]
    if (hourBytesMax === null) return null
    const now = this.#now()
    const max = hourBytesMax[this.#classOf(owner)]
    if ((this.#bytes.get(owner) ?? 0) + bytes <= max) return null
    const why = `You may send files of ${max / MIB} MiB within an hour. Send more in the next one.`
    return refuseFor(this.#hour + HOUR_MS - now, 'too_many_requests', why)
  }

  add({ owner, kind, bytes }: Brought): void {
    if (FILE_BOUNDS[kind].hourBytesMax === null) return
    this.#now()
    this.#bytes.set(owner, (this.#bytes.get(owner) ?? 0) + bytes)
  }

  #now(): UnixMs {
    const now = this.#clock.now()
    const hour = now - (now % HOUR_MS)
    if (hour !== this.#hour) this.#bytes.clear()
    this.#hour = hour
    return now
  }
}
