import { jobOver } from '../../staff/bulk/jobs.js'
import { say } from '../../state/notes.js'
import { manyWords } from '../../text/desk/many-words.js'
import { answerWords } from '../../text/refusals.js'

/** Saves the table that a job makes, once it is made. The job is in the list of jobs all the while. */
export async function saveResult(id: number): Promise<void> {
  const text = manyWords.value
  say('plain', text.csv, text.csvBegun)
  const over = await jobOver(id, () => undefined)
  if (!over.ok) return say('bad', text.csv, answerWords(over))
  const { state, error } = over.data
  if (state !== 'done') return say('bad', text.csv, error)
  // The browser keeps a large file on its disk, not in the memory of the page.
  const link = document.createElement('a')
  link.href = `/admin/v1/jobs/${id}/result`
  link.download = ''
  link.click()
}
