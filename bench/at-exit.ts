import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

/** The processes that end with the bench, also when it is interrupted. */
const children = new Map<ChildProcess, NodeJS.Signals>()
const directories = new Set<string>()

process.once('exit', () => {
  for (const [child, signal] of children) child.kill(signal)
  // A stopping process may still write into its directory.
  for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

export function endAtExit(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  children.set(child, signal)
  child.once('exit', () => children.delete(child))
}

export function removeAtExit(path: string): void {
  directories.add(path)
}

export function removeNow(path: string): void {
  rmSync(path, { recursive: true, force: true })
  directories.delete(path)
}
