import { readdirSync, readlinkSync, realpathSync } from 'node:fs'

/** The files below a directory that this process has open, by their names in it, each as often as it is open. */
export function openBelow(directory: string): string[] {
  const root = `${realpathSync(directory)}/`
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(root) ? [path.slice(root.length)] : []
    } catch {
      return []
    }
  })
  return open.toSorted()
}
