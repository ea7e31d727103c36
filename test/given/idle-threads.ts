import { readdirSync, readFileSync } from 'node:fs'

/** The number of this process's threads that have the lowest priority; 0 where the system does not tell. */
export function idleThreads(): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/task').filter((id) => {
    try {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      // After the name in brackets: the state first, the niceness as the 17th.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '19'
    } catch {
      return false
    }
  }).length
}
