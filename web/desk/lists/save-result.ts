import { jobOver } from '../../staff/bulk/jobs.js'
import { say } from '../../state/notes.js'
import { manyWords } from '../../text/desk/many-words.js'
import { answerWords } from '../../text/refusals.js'

/**
 * Waits until the job has created the file, then downloads it. Meanwhile the job is in the list of
 * jobs.
 */
export async function saveResult(id: number): Promise<void> {
  const text = manyWords.value
  say('plain', text.csv, text.csvBegun)
  const over = await jobOver(id, () => undefined)
  if (!over.ok) return say('bad', text.csv, answerWords(over))
  const { state, error } = over.data
  if (state !== 'done') return say('bad', text.csv, error)
  // A link lets the browser write a large file to disk instead of loading it into memory.
  const link = document.createElement('a')
  link.href = `/admin/v1/jobs/${id}/result`
  link.download = ''
  link.click()
}
