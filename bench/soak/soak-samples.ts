import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { quantile } from '../stats.js'
import { riseText, type ThreadBytes, threadsText } from './thread-memory.js'

/** The state and figures of the server at the end of a minute of the soak. */
export interface SoakSample {
  /** Bytes. Pages of files that are mapped, as the logs are, count in `rss` and not in `own`. */
  readonly rss: number
  readonly own: number
  /** Pages of mapped files: logs, and programs. */
  readonly mapped: number
  /** The heap of each thread, and its memory outside the heap. */
  readonly threads: ThreadBytes
  /** The figures of the front's thread. */
  readonly heap: number
  readonly files: number
  /** Bytes of all write-ahead logs. */
  readonly wal: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** In the minute. */
  readonly orders: number
  readonly reads: number
  readonly reports: number
  readonly mails: number
}

type ProcessFigures = Pick<SoakSample, 'rss' | 'own' | 'mapped' | 'files' | 'wal'>

export function processFigures(pid: number, dataDir: string): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return {
    rss: bytesOf('VmRSS'),
    own: bytesOf('RssAnon'),
    mapped: bytesOf('RssFile'),
    files: readdirSync(`/proc/${pid}/fd`).length,
    wal: walBytes(dataDir),
  }
}

export function walBytes(dataDir: string): number {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-wal'))
    .reduce((sum, name) => sum + (statSync(join(dataDir, name), GONE_MAY)?.size ?? 0), 0)
}

const GONE_MAY = { throwIfNoEntry: false } as const

const MIB = 1_048_576

/**
 * A figure that has to stay flat: the last third of the run may exceed the second by a share and a bit. In the first one
 * young generations still take the room that they are given (192 MB a shard, 96 the projector).
 */
interface Flat {
  readonly name: string
  readonly unit: string
  readonly scale: number
  /** The compared quantile of a third. The size of a heap is what remains after a collection. */
  readonly of: number
  readonly factor: number
  readonly more: number
  value(sample: SoakSample): number
}

export const FLAT: readonly Flat[] = [
  flat('own memory', 'MiB', MIB, 0.5, 1.1, 24 * MIB, ({ own }) => own),
  flat('heap of the front', 'MiB', MIB, 0, 1.2, 8 * MIB, ({ heap }) => heap),
  flat('order p50', 'ms', 1, 0.5, 1.5, 1, ({ p50 }) => p50),
  flat('order p99', 'ms', 1, 0.5, 1.5, 5, ({ p99 }) => p99),
  flat('write-ahead logs', 'MiB', MIB, 1, 1.5, 16 * MIB, ({ wal }) => wal),
  flat('files open', '', 1, 0.5, 1, 16, ({ files }) => files),
]

function flat(
  name: string,
  unit: string,
  scale: number,
  of: number,
  factor: number,
  more: number,
  value: (sample: SoakSample) => number,
): Flat {
  return { name, unit, scale, of, factor, more, value }
}

export interface Verdict {
  readonly isFlat: boolean
  readonly text: string
}

/** The second third and the last one. */
function thirds(samples: readonly SoakSample[]): [second: SoakSample[], last: SoakSample[]] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const second = samples.length < 2 ? samples : samples.slice(-2 * third, -third)
  return [[...second], samples.slice(-third)]
}

/** Which threads have the rise of own memory. */
export function whoseRise(samples: readonly SoakSample[]): string {
  return riseText(...thirds(samples))
}

/** The second third against the last one, figure by figure. */
export function compareThirds(samples: readonly SoakSample[]): Verdict[] {
  const [middle, end] = thirds(samples)
  return FLAT.map(({ name, unit, scale, of, factor, more, value }) => {
    const second = quantile(middle.map(value), of)
    const last = quantile(end.map(value), of)
    const limit = second * factor + more
    const isFlat = last <= limit
    const shown = (number: number): string =>
      `${Number((number / scale).toFixed(2))} ${unit}`.trim()
    const text = `${name}: ${shown(second)} in the second third, ${shown(last)} in the last, limit ${shown(limit)}`
    return { isFlat, text: `${isFlat ? 'flat' : 'NOT FLAT'}  ${text}` }
  })
}

export function sampleText(minute: number, sample: SoakSample): string {
  const mib = (bytes: number): string => (bytes / MIB).toFixed(1).padStart(6)
  return [
    String(minute).padStart(4),
    `rss ${mib(sample.rss)} MiB, own ${mib(sample.own)}, mapped ${mib(sample.mapped)}, heap ${mib(sample.heap)}`,
    `orders ${sample.orders}, p50 ${sample.p50.toFixed(2)} ms, p99 ${sample.p99.toFixed(2)} ms`,
    `wal ${mib(sample.wal)} MiB, files ${sample.files}`,
    `reads ${sample.reads}, reports ${sample.reports}, mails ${sample.mails}`,
    threadsText(sample),
  ].join(' | ')
}
