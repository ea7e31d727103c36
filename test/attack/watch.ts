import { readFileSync } from 'node:fs'

/** Looks at the process under attack, five times a second, until it is told to stop. */
const EVERY_MS = 200
const MIB = 1024 * 1024
const PAGE_BYTES = 4096

export class MemoryWatch {
  readonly #pid: number
  readonly idleMib: number
  mostMib = 0
  readonly #timer: NodeJS.Timeout

  constructor(pid: number) {
    this.#pid = pid
    this.idleMib = residentMib(pid)
    this.#timer = setInterval(() => this.#look(), EVERY_MS)
  }

  /** MiB above what it held at the start, at the most. */
  stop(): number {
    this.#look()
    clearInterval(this.#timer)
    return Math.max(0, this.mostMib - this.idleMib)
  }

  #look(): void {
    this.mostMib = Math.max(this.mostMib, residentMib(this.#pid))
  }
}

export function residentMib(pid: number): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
    return (Number(pages) * PAGE_BYTES) / MIB
  } catch {
    return 0
  }
}
