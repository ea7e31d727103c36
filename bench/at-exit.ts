import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

/** The processes that end with the bench, also when it is interrupted. */
const children = new Set<ChildProcess>()
const directories = new Set<string>()

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const path of directories) rmSync(path, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

export function endAtExit(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

export function removeAtExit(path: string): void {
  directories.add(path)
}

export function removeNow(path: string): void {
  rmSync(path, { recursive: true, force: true })
  directories.delete(path)
}
