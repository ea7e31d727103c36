import { useEffect, useState } from 'preact/hooks'
import { Choice } from '../../look/controls.js'
import { FileChoice, useFileDrop } from '../../look/file-choice.js'
import { lives } from '../../staff/connection/link.js'
import {
  dropFile,
  file,
  look,
  looked,
  type Options,
  options,
  run,
  setOptions,
  takeFile,
} from '../../staff/settings/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { Preview } from './preview.js'
import { RunPanel } from './run-panel.js'

const BYTES_MAX = 10 * 1024 * 1024

/** Imports a settings file: load it, preview each record, select records, import them. */
export function Import() {
  const own = file.value
  useEffect(() => {
    if (looked.value.rows === null && run.value?.state !== 'unknown') void look()
  }, [lives.value])
  return (
    <div class="transfer-page transfer-import">
      <RunPanel />
      {own === null ? <Drop /> : <Loaded />}
    </div>
  )
}

function Drop() {
  const text = transferWords.value
  const [wrong, setWrong] = useState('')
  const take = async (given: File) => {
    if (given.size > BYTES_MAX) setWrong(text.tooLarge)
    else setWrong(takeFile(given.name, await given.text()) ? '' : text.noFile)
  }
  const drop = useFileDrop((given) => void take(given))
  return (
    <section
      class={`drop-file ${drop.isOver ? 'over' : ''}`}
      aria-label={text.import}
      {...drop.handlers}
    >
      <p>{text.importHelp}</p>
      <FileChoice
        label={text.choose}
        accept=".json,application/json"
        onFile={(given) => void take(given)}
      />
      <p class="faint">{text.drop}</p>
      {wrong !== '' && (
        <p class="loss" role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}

/** The loaded file with the import options and its records. */
function Loaded() {
  const text = transferWords.value
  const own = file.value
  const { rows, refused } = looked.value
  const isRunning = run.value?.state === 'sent' || run.value?.state === 'unknown'
  if (own === null) return null
  const count = Object.values(own.kinds).reduce((sum, list) => sum + (list?.length ?? 0), 0)
  return (
    <>
      <div class="row wrap">
        <b>{own.name}</b>
        <span class="faint">
          {Number.isNaN(Date.parse(own.exportedAt))
            ? text.fileFacts({ n: countText(count) })
            : text.fileFactsAt({
                n: countText(count),
                at: timeText(own.exportedAt, false),
              })}
        </span>
        <span class="grow" />
        <button type="button" class="small" disabled={isRunning} onClick={dropFile}>
          {text.another}
        </button>
      </div>
      <fieldset class="row wrap bare" disabled={isRunning} aria-label={text.how}>
        <Choice
          label={text.mode}
          value={options.value.mode}
          options={Object.entries(text.modes) as [Options['mode'], string][]}
          onInput={(mode) => setOptions({ mode })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={options.value.new_symbols_trading_disabled}
            onChange={({ currentTarget }) =>
              setOptions({ new_symbols_trading_disabled: currentTarget.checked })
            }
          />
          {text.symbolsRest}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={options.value.connections_enabled}
            onChange={({ currentTarget }) =>
              setOptions({ connections_enabled: currentTarget.checked })
            }
          />
          {text.connectionsOn}
        </label>
      </fieldset>
      {refused !== null && (
        <div class="banner bad row wrap" role="alert">
          <span class="grow">{answerWords(refused)}</span>
          <button type="button" class="small" onClick={() => void look()}>
            {words.value.read.again}
          </button>
        </div>
      )}
      {rows === null ? (
        refused === null && <p role="status">{text.looking}</p>
      ) : (
        <Preview rows={rows} isOff={isRunning} />
      )}
    </>
  )
}
