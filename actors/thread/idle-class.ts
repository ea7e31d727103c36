import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { BroadcastChannel } from 'node:worker_threads'

/**
 * Moves threads into the kernel's idle class, which Node cannot do but `chrt` of util-linux can.
 *
 *   - The server starts one shell for this while it is small, and no process later. A fork marks
 *     all pages of the server as shared, so each thread pays a fault for each page that it then
 *     writes. Measured with 300 MB on a virtual machine: the writing thread stood still for 1.2 s.
 *   - The shell ends when its input does, so at the latest with the server.
 *   - Without a shell or `chrt` the threads stay as they are.
 */
const CHANNEL = 'openfloor-idle-class'
const SCRIPT = 'while read -r thread; do chrt -i -p 0 "$thread"; done'

/** Returns a function that ends the shell. */
export function startIdleClass(): () => void {
  if (process.platform !== 'linux') return () => undefined
  const { PATH = '' } = process.env
  const shell = spawn('sh', ['-c', SCRIPT], {
    env: { PATH },
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const input = shell.stdin as Socket
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: { data: unknown }) => {
    input.write(`${data}\n`)
  }
  const end = (): void => {
    channel.close()
    input.destroy()
  }
  shell.on('error', end)
  shell.on('exit', end)
  input.on('error', end)
  // None of them keeps the process running.
  channel.unref()
  shell.unref()
  input.unref()
  return end
}

/** Asks for the idle class for a thread of this process, by the kernel's number. */
export function requestIdleClass(thread: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(thread)
  channel.close()
}
