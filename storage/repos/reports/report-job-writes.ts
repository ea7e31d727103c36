import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** What changes report jobs, beside the jobs that make them (storage/migrations/report-jobs.ts). */
export const reportJobWrites = perDatabase((db: Sqlite) => {
  const insert = db.prepare<[number, number, string, string, string, number]>(
    'INSERT INTO report_jobs (id, owner, request, rights, scope, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM report_jobs WHERE id = ?')
  const removeJob = db.prepare<[number]>("DELETE FROM jobs WHERE id = ? AND kind = 'report'")
  const removeUntil = db.prepare<[number, number, number]>(
    `DELETE FROM report_jobs WHERE id IN
       (SELECT id FROM report_jobs WHERE owner = ? AND finished_at <= ? LIMIT ?)`,
  )
  const removeBeyond = db.prepare<[number, number, number]>(
    `DELETE FROM report_jobs WHERE id IN
       (SELECT id FROM report_jobs WHERE owner = ? AND finished_at IS NOT NULL
        ORDER BY id DESC LIMIT ? OFFSET ?)`,
  )
  return {
    insert({ id, owner, request, rights, scope, created_at }: StoredJob): void {
      const texts = [request, rights, scope].map((one) => JSON.stringify(one))
      insert.run(id, owner, ...(texts as [string, string, string]), created_at)
    },
    /** With its result. */
    remove(id: number): void {
      remove.run(id)
      removeJob.run(id)
    },
    removeUntil: (owner: Login, until: UnixMs, limit: number): number =>
      removeUntil.run(owner, until, limit).changes,
    removeBeyond: (owner: Login, kept: number, limit: number): number =>
      removeBeyond.run(owner, limit, kept).changes,
  }
})
