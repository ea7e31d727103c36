import { useEffect, useId, useState } from 'preact/hooks'
import { OnceButton } from '../../look/controls.js'
import { FileChoice, useFileDrop } from '../../look/file-choice.js'
import { saveCsv, saveText } from '../../look/save-file.js'
import type { AccountFile, ImportedRow } from '../../staff/bulk/account-file.js'
import { open } from '../../staff/place.js'
import { newAccountWords } from '../../text/desk/accounts-words.js'
import { countText } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type ConfirmFields } from '../changes/confirm-act.js'
import { RefusalText } from '../changes/refusal-text.js'
import { ImportRows } from './import-rows.js'
import { useImport } from './use-import.js'

const EXAMPLE = 'group,name,last_name,email,country,leverage'
const TYPES = '.csv,.txt,text/csv,text/plain'

/**
 * The page for opening many accounts from a table: input, preview, then the result with the
 * generated passwords.
 */
export function ImportAccounts() {
  const text = newAccountWords.value.import
  const run = useImport()
  const { made, isRunning, progress } = run
  return (
    <section class="desk-list" aria-label={text.title}>
      <div class="desk-tools">
        <div class="row wrap">
          <button type="button" onClick={() => open([])}>
            {text.back}
          </button>
          <h2 class="grow">{text.title}</h2>
        </div>
      </div>
      <div class="money stack">
        {made === null && !isRunning && <Table run={run} />}
        {made !== null && <Result {...made} onAgain={run.again} />}
        {progress !== null && (
          <>
            <progress
              class="act-bar"
              max={Math.max(1, progress.total ?? 1)}
              value={progress.done}
              aria-label={text.title}
            />
            <p role="status">
              {text.progress({
                done: countText(progress.done),
                total: progress.total === null ? '…' : countText(progress.total),
              })}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

type Run = ReturnType<typeof useImport>

/** The input, typed or loaded from a file, and its preview. */
function Table({ run }: { run: Run }) {
  const text = newAccountWords.value.import
  const id = useId()
  const { typed, type, wrong, preview, act, progress } = run
  const { seen } = preview
  const take = async (file: File) => type(await file.text())
  const drop = useFileDrop((file) => void take(file), true)
  return (
    <>
      <p>{text.help}</p>
      <p class="row wrap">
        <FileChoice label={text.choose} accept={TYPES} onFile={(file) => void take(file)} />
        <label for={id}>{text.paste}</label>
        <span class="grow" />
        <button
          type="button"
          class="small"
          onClick={() => saveText('accounts.csv', `${EXAMPLE}\r\n`, 'text/csv')}
        >
          {text.template}
        </button>
        {typed !== '' && !act.isUnknown && (
          <button type="button" class="small" onClick={() => type('')}>
            {text.clear}
          </button>
        )}
      </p>
      <textarea
        id={id}
        class={`paste ${drop.isOver ? 'over' : ''}`}
        rows={8}
        spellcheck={false}
        disabled={act.isUnknown}
        placeholder={`${EXAMPLE}\nreal\\standard,Ada,Lovelace,ada@example.com,GB,100`}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        {...drop.handlers}
      />
      <RefusalText wrong={wrong || preview.wrong || act.wrong} />
      <p class="row">
        <OnceButton
          class={seen === null ? 'primary' : ''}
          isOff={typed.trim() === '' || act.isUnknown || progress !== null}
          onPress={preview.look}
        >
          {text.preview}
        </OnceButton>
        {act.isUnknown && (
          <OnceButton class="primary" onPress={() => act.send()}>
            {words.value.read.again}
          </OnceButton>
        )}
      </p>
      {seen !== null && !act.isUnknown && <Preview {...seen} run={run} />}
    </>
  )
}

function Preview(props: { file: AccountFile; rows: readonly ImportedRow[]; run: Run }) {
  const text = newAccountWords.value.import
  const { file, rows, run } = props
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  const fresh = rows.filter(({ action }) => action === 'create').length
  return (
    <>
      <Counts rows={rows} />
      {fresh === 0 ? (
        <p class="banner bad">{text.nothing}</p>
      ) : (
        <div class="row wrap field-row">
          <ConfirmAct action={null} body={{}} count={fresh} onReady={setConfirmed} />
          <OnceButton class="primary" isOff={confirmed === null} onPress={() => run.act.send()}>
            {text.act({ n: fresh })}
          </OnceButton>
        </div>
      )}
      <ImportRows rows={rows} file={file} />
    </>
  )
}

/** The result. The passwords appear only here; the server does not show them again. */
function Result(props: { file: AccountFile; rows: readonly ImportedRow[]; onAgain: () => void }) {
  const text = newAccountWords.value.import
  const { file, rows } = props
  const [isSaved, setSaved] = useState(false)
  const hasPasswords = rows.some(({ master_password }) => master_password !== null)
  const isUnsaved = hasPasswords && !isSaved
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const save = () => {
    saveCsv(
      'accounts-opened',
      ['line', 'action', 'login', 'error', 'master_password', 'investor_password'],
      rows.map((row) => [
        file.lineOf(row.line),
        row.action,
        row.login,
        row.error,
        row.master_password,
        row.investor_password,
      ]),
    )
    setSaved(true)
  }
  return (
    <>
      <Counts rows={rows} />
      {isUnsaved && <p class="banner">{text.saveFirst}</p>}
      <p class="row wrap">
        <button type="button" class="primary" onClick={save}>
          {hasPasswords ? text.savePasswords : text.save}
        </button>
        <button type="button" onClick={props.onAgain}>
          {text.more}
        </button>
      </p>
      <ImportRows rows={rows} file={file} />
    </>
  )
}

function Counts({ rows }: { rows: readonly ImportedRow[] }) {
  const text = newAccountWords.value.import
  const shown = (['create', 'created', 'exists', 'error'] as const)
    .map((action) => [action, rows.filter((row) => row.action === action).length] as const)
    .filter(([, n]) => n > 0)
  return (
    <p class="row wrap" role="status">
      {shown.map(([action, n]) => (
        <span key={action} class={action === 'error' ? 'loss' : ''}>
          {text.actions[action]}: <b>{countText(n)}</b>
        </span>
      ))}
    </p>
  )
}
