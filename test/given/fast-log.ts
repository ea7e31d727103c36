import {
  type IntakeLog,
  type IntakeOptions,
  withIntake,
} from '../../storage/log/intake/intake-log.js'
import { type LmdbLogOptions, openLmdbLog } from '../../storage/log/lmdb-log.js'

const LOOK_MS = 1
const WORD = new Int32Array(new SharedArrayBuffer(4))

/** Time by which each write takes a millisecond: where a clock shows a slow disk, turns are handed over. */
export function slowClock(): () => number {
  let now = 0
  return () => ++now
}

/**
 * A log on disk whose ring is there from the start, not only with the first trade; or cannot be made. After the first
 * commit it takes turns to write beside its caller.
 */
export function openFastLog(options: LmdbLogOptions & IntakeOptions): IntakeLog {
  let isUnable = false
  const onUnable = (why: string): void => {
    isUnable = true
    options.onUnable?.(why)
  }
  const log = withIntake(openLmdbLog(options), { monotonic: slowClock(), ...options, onUnable })
  log.start()
  while (!log.isFast && !isUnable) {
    log.prepare()
    Atomics.wait(WORD, 0, 0, LOOK_MS)
  }
  return log
}
