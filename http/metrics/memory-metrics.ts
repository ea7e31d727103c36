import { readFileSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'
import type { ThreadMemories } from '../../actors/server/thread-memories.js'

const STATUS = '/proc/self/status'
/** Kinds of resident memory, with their field names in `/proc/self/status`. */
const RESIDENT = { anonymous: 'RssAnon', file: 'RssFile', shared: 'RssShmem' } as const

/** The memory of the process by kind, and the heaps of its threads. */
export function memoryMetrics(registry: Registry, memories: ThreadMemories): void {
  new Gauge({
    name: 'openfloor_resident_memory_bytes',
    help: 'Resident memory: of its own (anonymous), pages of mapped files, memory shared with other processes',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      for (const [part, bytes] of residentParts()) this.set({ part }, bytes)
    },
  })
  new Gauge({
    name: 'openfloor_thread_memory_bytes',
    help: 'Memory of a thread: its heap (used, total), and beside it what objects hold (external), array buffers among that',
    labelNames: ['thread', 'part'],
    registers: [registry],
    async collect() {
      const all = await memories.all()
      // Drops the values of threads that have ended.
      this.reset()
      for (const { name: thread, heapUsed, heapTotal, external, arrayBuffers } of all) {
        this.set({ thread, part: 'heap_used' }, heapUsed)
        this.set({ thread, part: 'heap_total' }, heapTotal)
        this.set({ thread, part: 'external' }, external)
        this.set({ thread, part: 'array_buffers' }, arrayBuffers)
      }
    },
  })
}

/** The resident memory by kind; empty if the operating system has no such file. */
function residentParts(): [part: string, bytes: number][] {
  let text: string
  try {
    text = readFileSync(STATUS, 'utf8')
  } catch {
    return []
  }
  return Object.entries(RESIDENT).flatMap(([part, name]) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]
    return kib === undefined ? [] : [[part, Number(kib) * 1024] as [string, number]]
  })
}
