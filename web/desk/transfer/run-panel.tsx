import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { saveCsv } from '../../look/save-file.js'
import { lives } from '../../staff/connection/link.js'
import { file, foundAgain, type ResultRow, type Run, run } from '../../staff/settings/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords, refusalWords } from '../../text/refusals.js'
import { kindLabel } from './export.js'

const n = (figure: number): string => countText(figure)
const ERRORS_SHOWN = 50

/** The progress and the result of an import. After a lost answer it looks for the result. */
export function RunPanel() {
  const now = run.value
  if (now === null) return null
  return (
    <section class="transfer-run stack" aria-label={transferWords.value.run}>
      {now.state === 'over' ? <Result now={now} /> : <UnderWay now={now} />}
    </section>
  )
}

function UnderWay({ now }: { now: Run }) {
  const text = transferWords.value
  const { total, done, refused, state } = now
  return (
    <>
      <h2>{text.run}</h2>
      {state === 'refused' ? (
        <div class="banner bad" role="alert">
          {text.wasRefused} {refusalWords(now.code ?? '', now.message ?? '')}
        </div>
      ) : (
        <>
          <progress class="act-bar" max={Math.max(1, total)} value={done} aria-label={text.run} />
          <p role="status">
            {text.progress({ done: n(done), refused: n(refused), total: n(total) })}
          </p>
        </>
      )}
      {state === 'unknown' && <Lost />}
    </>
  )
}

/**
 * An import whose answer was lost. A new preview shows what is left to import, once the import has
 * ended.
 */
function Lost() {
  const text = transferWords.value
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const hasFile = file.value !== null
  useEffect(() => {
    if (hasFile) void foundAgain().then(setRefused)
  }, [lives.value, hasFile])
  return (
    <div class="banner" role="alert">
      {hasFile ? text.lost : text.lostFile}
      {refused !== null && ` ${answerWords(refused)}`}
    </div>
  )
}

function Result({ now }: { now: Run }) {
  const text = transferWords.value
  const { rows } = now
  const wrong = rows.filter(({ action }) => action === 'error')
  const counts = (['created', 'updated', 'unchanged', 'skipped', 'error'] as const)
    .map((action) => [action, rows.filter((row) => row.action === action).length] as const)
    .filter(([, count]) => count > 0)
  if (rows.length === 0) {
    return (
      <p role="status">
        {text.wasOver({ done: n(now.done - now.refused), refused: n(now.refused) })}
      </p>
    )
  }
  return (
    <>
      <div class="row wrap">
        <h2 class="grow">{text.over}</h2>
        <button type="button" class="small" onClick={() => save(now, rows)}>
          {text.csv}
        </button>
      </div>
      <p class="row wrap" role="status">
        {counts.map(([action, count]) => (
          <span key={action} class={action === 'error' ? 'loss' : ''}>
            {text.results[action]}: <b>{n(count)}</b>
          </span>
        ))}
      </p>
      {wrong.length > 0 && (
        <ul>
          {wrong.slice(0, ERRORS_SHOWN).map(({ kind, key, error }) => (
            <li key={`${kind} ${key}`}>
              {kindLabel(kind)} {key}: <span class="loss">{error}</span>
            </li>
          ))}
          {wrong.length > ERRORS_SHOWN && (
            <li>{text.moreErrors({ n: n(wrong.length - ERRORS_SHOWN) })}</li>
          )}
        </ul>
      )}
    </>
  )
}

function save({ key }: Run, rows: readonly ResultRow[]): void {
  saveCsv(
    `import-${key}`,
    ['kind', 'key', 'action', 'error', 'changes'],
    rows.map((row) => [row.kind, row.key, row.action, row.error ?? '', row.changes.join(' ')]),
  )
}
