import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { residentBytes } from '../process-cost.js'
import type { Product, StaffSession } from '../server.js'
import { walBytes } from '../soak/soak-samples.js'
import { LAST_DAY } from './report-deals.js'

/** A report of all deals as a real job, and what a reader of its progress and of the process sees meanwhile. */
export interface ReportRun {
  readonly id: number
  readonly rows: number
  readonly totals: readonly Readonly<Record<string, unknown>>[]
  readonly seconds: number
  /**
   * Milliseconds until its first rows are reported, and the longest time without progress after
   * that.
   */
  readonly firstProgress: number
  readonly longestStep: number
  /** Bytes, at the most. */
  readonly resident: number
  readonly wal: number
}

const JOBS = '/admin/v1/reports/jobs'
const LOOK_MS = 20

interface JobAnswer {
  readonly state: string
  readonly rows: number
  readonly error: string
  readonly sections: readonly { readonly totals: ReportRun['totals'] }[]
}

async function jobOf(product: Product, staff: StaffSession, id: number): Promise<JobAnswer> {
  const text = await product.getText(`${JOBS}/${id}`, staff.headers)
  return (JSON.parse(text) as { data: JobAnswer }).data
}

async function asked(product: Product, staff: StaffSession, format: string): Promise<number> {
  const body = { module: 'deals', format, params: { to: LAST_DAY } }
  return Number((await product.send('POST', JOBS, body, staff.headers)).data['id'])
}

export async function runReport(
  product: Product,
  staff: StaffSession,
  format: string,
): Promise<ReportRun> {
  const begin = performance.now()
  const id = await asked(product, staff, format)
  let [resident, wal, rows, firstProgress, longestStep, movedAt] = [0, 0, 0, 0, 0, begin]
  for (;;) {
    const job = await jobOf(product, staff, id)
    const now = performance.now()
    resident = Math.max(resident, residentBytes(product.pid))
    wal = Math.max(wal, walBytes(product.dataDir))
    const isOver = job.state === 'done'
    if (job.state === 'failed') throw new Error(`the report failed: ${job.error}`)
    if (job.rows > rows || isOver) {
      if (rows === 0) firstProgress = now - begin
      longestStep = Math.max(longestStep, now - movedAt)
      movedAt = now
      rows = job.rows
    }
    if (isOver) {
      const seconds = (now - begin) / 1000
      const totals = job.sections[0]?.totals ?? []
      return { id, rows, totals, seconds, firstProgress, longestStep, resident, wal }
    }
    await pause(LOOK_MS)
  }
}

/** Milliseconds from a cancel during the work until the work on the report has ended. */
export async function timeCancel(
  product: Product,
  staff: StaffSession,
  format: string,
): Promise<number> {
  const id = await asked(product, staff, format)
  while ((await jobOf(product, staff, id)).rows === 0) await pause(LOOK_MS)
  const begin = performance.now()
  await product.send('POST', `${JOBS}/${id}/cancel`, {}, staff.headers)
  // The next job of the same owner waits for the thread: it begins once the slice under way is over.
  const next = await asked(product, staff, 'csv')
  while ((await jobOf(product, staff, next)).rows === 0) await pause(LOOK_MS)
  const waited = performance.now() - begin
  await product.send('POST', `${JOBS}/${next}/cancel`, {}, staff.headers)
  return waited
}

export async function timeDownload(
  product: Product,
  staff: StaffSession,
  id: number,
  path: string,
): Promise<void> {
  const url = `http://127.0.0.1:${product.port}${JOBS}/${id}/download`
  const answer = await fetch(url, { headers: staff.headers })
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} to a download`)
  await pipeline(
    Readable.fromWeb(answer.body as ReadableStream<Uint8Array>),
    createWriteStream(path),
  )
  await product.send('DELETE', `${JOBS}/${id}`, undefined, staff.headers)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
