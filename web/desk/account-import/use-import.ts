import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { readStored, store } from '../../link/browser-storage.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import {
  type AccountFile,
  accountFile,
  type ImportedRow,
  rowsOfImport,
} from '../../staff/bulk/account-file.js'
import { jobOver } from '../../staff/bulk/jobs.js'
import { newAccountWords } from '../../text/desk/accounts-words.js'
import { answerWords } from '../../text/refusals.js'
import { dataOrWhy, usePreview } from '../bulk/use-preview.js'
import { useAct } from '../changes/use-act.js'

/** Progress of an import that runs as a server job. */
interface Progress {
  readonly done: number
  readonly total: number | null
}

interface Looked {
  readonly file: AccountFile
  readonly rows: readonly ImportedRow[]
}

const DRAFT = ownKey('draft.account-import')
const SENT = 'sent.account-import'

/**
 * The result and the progress outlive the page, so that staff who leave it do not lose the
 * passwords.
 */
const made = signal<Looked | null>(null)
const progress = signal<Progress | null>(null)
const isRunning = signal(false)

/**
 * The state of an import of accounts: the typed table, its preview, and the result.
 *
 * - Only the previewed table can be imported. After a change of the text, a new preview is needed.
 * - While an import runs, no other can be sent. An import without an answer keeps its key, also
 *   after a reload, so a repeat opens no account twice.
 */
export function useImport() {
  const text = newAccountWords.value.import
  const [typed, setTyped] = useState(() => readStored(DRAFT, 'session') ?? '')
  const [wrong, setWrong] = useState('')
  const type = (next: string) => {
    store(DRAFT, next === '' ? null : next, 'session')
    setTyped(next)
    setWrong('')
  }
  const preview = usePreview<Looked>({
    of: typed,
    ask: async () => {
      const file = accountFile(typed)
      if (file === null) return text.noTable
      const begun = dataOrWhy(await send(file.csv, true))
      const rows = typeof begun === 'string' ? begun : await rowsOf(begun)
      return typeof rows === 'string' ? rows : { file, rows }
    },
  })
  const act = useAct({
    kept: SENT,
    unknown: text.unknown,
    send: (key) => send(accountFile(typed)?.csv ?? '', false, key),
    onDone: async (data: Sent) => {
      const file = accountFile(typed)
      type('')
      isRunning.value = true
      const rows = await rowsOf(data)
      isRunning.value = false
      if (typeof rows === 'string' || file === null) return setWrong(String(rows))
      made.value = { file, rows }
    },
  })
  const again = () => {
    made.value = null
  }
  return {
    typed,
    type,
    made: made.value,
    isRunning: isRunning.value,
    progress: progress.value,
    wrong,
    preview,
    act,
    again,
  }
}

interface Sent {
  readonly items: readonly ImportedRow[]
  readonly job_id: number | null
}

const send = (csv: string, dry_run: boolean, key?: string): Promise<Answer<Sent>> =>
  call('POST /admin/v1/accounts/import', {
    body: { csv, dry_run },
    ...(key === undefined ? {} : { key }),
  })

/** The result rows of an import, after its job has ended if it has one; otherwise the error text. */
async function rowsOf({ items, job_id: id }: Sent): Promise<readonly ImportedRow[] | string> {
  if (id === null) return items
  const over = await jobOver(id, ({ done, total }) => {
    progress.value = { done, total }
  })
  progress.value = null
  if (!over.ok) return answerWords(over)
  const rows = await rowsOfImport(id)
  const { error, state } = over.data
  return rows ?? (error || state)
}
