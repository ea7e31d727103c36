import { quantile } from '../stats.js'

/** The memory of each thread at one moment, by the thread's name, as `/metrics` tells it. */
export type ThreadBytes = Readonly<Record<string, number>>

const FIGURE = /^openfloor_thread_memory_bytes\{thread="([^"]+)",part="(\w+)"\} (\S+)$/gm
const MIB = 1_048_576
/** Smaller rises are not reported. */
const SHOWN_BYTES = MIB / 2

/** The reserved memory of a thread: its heap, and the memory that its objects hold outside it. */
export function threadBytes(metrics: string): ThreadBytes {
  const parts = new Map<string, Record<string, number>>()
  for (const [, thread = '', part = '', bytes] of metrics.matchAll(FIGURE)) {
    parts.set(thread, { ...parts.get(thread), [part]: Number(bytes) })
  }
  return Object.fromEntries(
    [...parts].map(([thread, { heap_total = 0, external = 0, array_buffers = 0 }]) => [
      thread,
      // Contents of buffers are in `external`, but for those that threads share.
      heap_total + Math.max(external, array_buffers),
    ]),
  )
}

interface Moment {
  readonly own: number
  readonly threads: ThreadBytes
}

/**
 * Own memory that is in no heap: page caches of the databases, stacks, compiled code, what the allocator keeps. It is below nought
 * while heaps have pages that nobody has touched yet; when they are touched it rises.
 */
export function besideThreads({ own, threads }: Moment): number {
  return Object.values(threads).reduce((rest, bytes) => rest - bytes, own)
}

/** Whose rise it is from some moments to others, in the middle of each: the largest first. */
export function riseText(before: readonly Moment[], after: readonly Moment[]): string {
  const rise = (of: (moment: Moment) => number): number =>
    quantile(after.map(of), 0.5) - quantile(before.map(of), 0.5)
  const names = new Set([...before, ...after].flatMap(({ threads }) => Object.keys(threads)))
  const rises = [...names].map((name) => ({
    name,
    bytes: rise(({ threads }) => threads[name] ?? 0),
  }))
  const told = [...rises, { name: 'beside all threads', bytes: rise(besideThreads) }]
    .filter(({ bytes }) => Math.abs(bytes) >= SHOWN_BYTES)
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${signed(bytes)}`)
  const own = `own memory ${signed(rise(({ own }) => own))}`
  return `${own} MiB from the second third to the last: ${told.join(', ') || 'no thread by half a MiB'}`
}

/** The threads of one moment, the largest first. */
export function threadsText(moment: Moment): string {
  const sorted = Object.entries(moment.threads).toSorted(([, a], [, b]) => b - a)
  const told = sorted.map(([name, bytes]) => `${name} ${mib(bytes)}`)
  return `${told.join(', ')}, beside them ${mib(besideThreads(moment))} MiB`
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '' : '+'}${mib(bytes)}`
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1)
}
