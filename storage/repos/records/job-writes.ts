import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { jobsRepo } from './jobs.js'

export type NewJob = Pick<StoredJob, 'owner' | 'kind' | 'request' | 'rights' | 'scope' | 'file'>

export type JobChange = Partial<
  Pick<
    StoredJob,
    'state' | 'done' | 'total' | 'error' | 'place' | 'bytes' | 'started_at' | 'finished_at'
  >
>

const CHANGED = ['state', 'done', 'total', 'error', 'place', 'bytes', 'started_at', 'finished_at']

/** What changes the table of jobs: a job that is removed takes its file along (storage/migrations/files.ts). */
export const jobWrites = perDatabase((db: Sqlite) => {
  const jobs = jobsRepo(db)
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO jobs (owner, kind, request, rights, scope, file, state, created_at)
     VALUES (@owner, @kind, @request, @rights, @scope, @file, 'waiting', @at)`,
  )
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE jobs SET ${CHANGED.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE finished_at IS NOT NULL AND finished_at <= ? LIMIT ?)`,
  )
  const removeBeyond = db.prepare<[number, number]>(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE owner = ? AND finished_at IS NOT NULL
        ORDER BY id DESC LIMIT -1 OFFSET ?)`,
  )
  const begin = db.prepare(
    `INSERT INTO sqlite_sequence (name, seq)
     SELECT 'jobs', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs')`,
  )
  const skip = db.prepare<[number]>("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'jobs'")
  return {
    insert({ request, rights, scope, ...job }: NewJob, at: UnixMs): StoredJob {
      const texts = { request: text(request), rights: text(rights), scope: text(scope) }
      const { lastInsertRowid } = insert.run({ ...job, ...texts, at })
      const made = jobs.get(Number(lastInsertRowid))
      assert(made !== undefined, 'an inserted job can be read')
      return made
    },
    update(job: StoredJob, change: JobChange): StoredJob {
      const { request: _, rights: __, scope: ___, ...changed } = { ...job, ...change }
      const { changes } = update.run(changed)
      assert(changes === 1, 'a job that is changed is there')
      return { ...job, ...change }
    },
    /** Removes jobs that were finished by then; answers how many went. */
    removeUntil: (at: UnixMs, max: number): number => removeOld.run(at, max).changes,
    /** Removes all but the newest finished jobs of an owner. */
    removeBeyond: (owner: Login, kept: number): number => removeBeyond.run(owner, kept).changes,
    /** Skips so many numbers, which are not given out any more. */
    leaveOut(count: number): void {
      begin.run()
      skip.run(count)
    },
  }
})

const text = (value: unknown): string => JSON.stringify(value)
