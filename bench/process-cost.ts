import { readFileSync } from 'node:fs'

/** The resources that another process has used, from /proc. */

const TICKS_PER_SECOND = 100

/** CPU seconds of all threads. */
export function cpuSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/stat`)
}

/** CPU seconds of only the main thread, which is the front of the product. */
export function mainThreadCpuSeconds(pid: number): number {
  return secondsIn(`/proc/${pid}/task/${pid}/stat`)
}

export function residentBytes(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)
  return Number(line?.[1] ?? 0) * 1024
}

function secondsIn(file: string): number {
  const text = readFileSync(file, 'latin1')
  // The name in brackets may hold spaces; user and system time are the 12th and 13th after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
