import type { ChartData, KeptSection, ReportRow } from '../../engine/reports/section.js'
import { type KeptPoint, ReportSeries } from '../../engine/reports/series.js'
import { type KeptTotal, ReportTotals } from '../../engine/reports/totals.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { ReportFormat } from '../../wire/stored/stored-report.js'
import type { ReportWork } from '../../wire/thread/report-work.js'
import { systemClock } from '../thread/clock.js'
import type { JobPlace, JobSlice } from '../thread/job-work.js'
import { sourceOf } from './modules.js'
import { ReportFacts } from './report-facts.js'
import type { ReportSource } from './report-source.js'
import type { MakeWriter, ReportWriter } from './report-writer.js'
import { writerOf } from './section-writer.js'

/**
 * A slice of a report.
 *
 *   - A slice is one snapshot. The fence found by the first slice limits the others, as the module
 *     defines.
 *   - Everything that the next slice needs is in the job's place, which is reported with the bytes:
 *     after a crash the same rows are written at the same bytes.
 *   - At the end the place is the section as it is stored with the job.
 *   - A slice ends soon, whatever it finds, because progress and cancelling wait for its end.
 */
interface Place {
  readonly fence: unknown
  readonly at: unknown
  readonly rows: number
  /** The rows that are stored with the job, and their characters. */
  readonly first: readonly ReportRow[]
  readonly firstSize: number
  readonly totals: readonly KeptTotal[]
  readonly points: readonly KeptPoint[]
  readonly writer: unknown
}

export interface SliceBounds {
  readonly looks: number
  /** The maximum number of characters of a slice. */
  readonly size: number
  readonly ms: number
}

/**
 * The limits of a slice. Its end syncs files, for which orders wait, so a slice is as long as its
 * readers can wait.
 */
const BOUNDS: SliceBounds = { looks: 256, size: 2 * 1024 * 1024, ms: 400 }
/**
 * The first one is shorter: the thread has started before it, and the user sees nothing until it
 * ends.
 */
const FIRST_BOUNDS: SliceBounds = { ...BOUNDS, ms: 100 }
/** A clock for measuring durations only; its time of day is not used. */
const CLOCK = systemClock()
/** Formats with charts: in the file itself, or shown with its pages of rows. */
const DRAWN: ReadonlySet<ReportFormat> = new Set(['html', 'json'])
const FIRST_ROWS_MAX = 100
const FIRST_SIZE_MAX = 64 * 1024

export async function reportSlice(
  db: Sqlite,
  work: ReportWork,
  job: JobPlace,
  bounds: SliceBounds = job.place === '' ? FIRST_BOUNDS : BOUNDS,
  source: ReportSource = sourceOf(work.module),
): Promise<JobSlice<Uint8Array>> {
  const make = await writerOf(work.format)
  return inSnapshot(db, () => new Slice(db, work, job, make, source).carriedOut(bounds))
}

class Slice {
  readonly #ground
  readonly #source: ReportSource
  readonly #writer: ReportWriter
  readonly #totals: ReportTotals
  readonly #series: ReportSeries
  readonly #fence: unknown
  #at: unknown
  #rows: number
  #firstSize: number
  readonly #first: ReportRow[]

  constructor(
    db: Sqlite,
    work: ReportWork,
    { place }: JobPlace,
    make: MakeWriter,
    source: ReportSource,
  ) {
    this.#ground = { db, work, facts: new ReportFacts(db, work) }
    this.#source = source
    const { head } = this.#source
    const before = place === '' ? null : (JSON.parse(place) as Place)
    this.#writer = make(head, before?.writer ?? null)
    this.#totals = new ReportTotals(head, before?.totals)
    this.#series = new ReportSeries(head, work.clock, before?.points)
    this.#rows = before?.rows ?? 0
    this.#first = [...(before?.first ?? [])]
    this.#firstSize = before?.firstSize ?? 0
    if (before !== null) {
      this.#fence = before.fence
      this.#at = before.at
      return
    }
    const begun = this.#source.begin(this.#ground)
    this.#fence = begun.fence
    this.#at = begun.place
    const { name, module, madeAt, asked } = work
    this.#writer.begin({ name, module, madeAt: new Date(madeAt).toISOString(), asked })
  }

  carriedOut(bounds: SliceBounds): JobSlice<Uint8Array> {
    const until = CLOCK.monotonic() + bounds.ms
    for (let looks = 0; ; ) {
      const { rows, place, share, isOver } = this.#source.look(this.#ground, this.#fence, this.#at)
      for (const row of rows) this.#take(row)
      this.#at = place
      if (isOver) {
        return this.#made(JSON.stringify([this.#ended()]), this.#rows, true)
      }
      looks++
      const isFull = looks >= bounds.looks || this.#writer.size >= bounds.size
      if (!isFull && CLOCK.monotonic() < until) continue
      const expected = share > 0 ? Math.round(this.#rows / share) : this.#rows
      return this.#made(undefined, Math.max(this.#rows, expected), false)
    }
  }

  #ended(): KeptSection {
    const { head } = this.#source
    const totals = this.#totals.lines()
    const charts = this.#series.charts()
    this.#writer.end(head, { rowCount: this.#rows, totals, charts })
    const places = this.#writer.places?.()
    return {
      title: head.title,
      columns: head.columns.map(({ name, type }) => ({ name, type })),
      rows: this.#first,
      row_count: this.#rows,
      totals,
      charts: charts.map(keptChart),
      ...(places === undefined ? {} : { places }),
    }
  }

  #take(row: ReportRow): void {
    this.#rows++
    this.#totals.add(row)
    if (DRAWN.has(this.#ground.work.format)) this.#series.add(row)
    this.#writer.row(row, this.#source.head.columns)
    if (this.#first.length >= FIRST_ROWS_MAX) return
    this.#firstSize += JSON.stringify(row).length
    if (this.#firstSize <= FIRST_SIZE_MAX) this.#first.push(row)
  }

  #made(over: string | undefined, total: number, isOver: boolean): JobSlice<Uint8Array> {
    const made = this.#writer.taken()
    return { made, place: over ?? this.#place(), done: this.#rows, total, isOver }
  }

  #place(): string {
    const place: Place = {
      fence: this.#fence,
      at: this.#at,
      rows: this.#rows,
      first: this.#first,
      firstSize: this.#firstSize,
      totals: this.#totals.kept(),
      points: this.#series.kept(),
      writer: this.#writer.kept(),
    }
    return JSON.stringify(place)
  }
}

/** Bars that are not by day are drawn in order of size, at most this many. */
const BARS_KEPT = 20

function keptChart(chart: ChartData): ChartData {
  return chart.isByDay ? chart : { ...chart, points: chart.points.slice(0, BARS_KEPT) }
}
