import { readFileSync } from 'node:fs'

/** The unit in which the kernel counts in `/proc`. */
const TICKS_PER_SEC = 100

/**
 * Seconds that the processes took which this one started and waited for, with those that they waited for: the same
 * whatever else the machine does, as seconds of the clock are not. Undefined where the kernel does not say.
 */
export function processorSec(): number | undefined {
  let stat: string
  try {
    stat = readFileSync('/proc/self/stat', 'latin1')
  } catch {
    return undefined
  }
  // Behind the name, which may hold spaces: of children in user mode and in the kernel.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SEC
}
