import type { Answer } from '../../link/answer.js'
import { after } from '../../link/clock.js'
import type { Schemas } from '../../link/contract.js'
import { call, callForText } from '../../link/rest.js'
import { csvRows } from '../../text/csv.js'
import { subscribe } from '../connection/link.js'
import type { ActRow } from './act-row.js'

/** The signed-in staff member's background jobs and their results. */
export type Job = Schemas['JobView']

/** If no event arrives for this long, the desk reads the job. */
const LOOK_MS = 5_000

/**
 * Waits until the job has ended and returns it. Calls `onStep` for each progress report. An error
 * answer is returned as it is.
 */
export async function jobOver(id: number, onStep: (job: Job) => void): Promise<Answer<Job>> {
  for (;;) {
    const told = nextWord(id)
    const answer = await call('GET /admin/v1/jobs/{id}', { params: { id } })
    if (!answer.ok) return answer
    onStep(answer.data)
    const { state } = answer.data
    if (state !== 'waiting' && state !== 'running') return answer
    await told
  }
}

function nextWord(id: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe('job', (job) => {
      if (job.id === id) over()
    })
    const cancel = after(LOOK_MS, () => over())
    const over = () => {
      stop()
      cancel()
      resolve()
    }
  })
}

/** The result for each account of a bulk action, or null if it cannot be read. */
export async function rowsOfJob(id: number): Promise<readonly ActRow[] | null> {
  const text = await callForText('GET /admin/v1/jobs/{id}/result', { params: { id } })
  const rows = text === null ? null : csvRows(text)
  if (rows === null) return null
  return rows.slice(1).map(({ cells: [login = '', code = '', message = ''] }) => ({
    login: Number(login),
    status: code === 'ok' ? 'done' : 'rejected',
    code,
    message,
  }))
}
