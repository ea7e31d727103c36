import { useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { saveText } from '../../look/save-file.js'
import { lives } from '../../staff/connection/link.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { knownName } from '../../text/name-of.js'
import { answerWords } from '../../text/refusals.js'

type Kinds = Data<'GET /admin/v1/config/transfer/catalog'>['kinds']
type Kind = Kinds[number]
/** The records to export by kind; null means all of the kind. */
type Chosen = Readonly<Record<string, readonly string[] | null>>

/**
 * Exports settings into one file: each kind that the reader may see, as a whole or only some
 * records.
 */
export function Export() {
  const read = usePanelData('GET /admin/v1/config/transfer/catalog', {}, lives.value)
  return (
    <div class="desk-lines transfer-page">
      <ReadPanel read={read}>{({ kinds }) => <Choose kinds={kinds} />}</ReadPanel>
    </div>
  )
}

export function kindLabel(kind: string): string {
  return (
    knownName(settingsWords.value.kinds, kind) ?? knownName(transferWords.value.kinds, kind) ?? kind
  )
}

function Choose({ kinds }: { kinds: Kinds }) {
  const text = transferWords.value
  const shown = kinds.filter(({ can_read }) => can_read)
  const [chosen, setChosen] = useState<Chosen>({})
  const [wrong, setWrong] = useState('')
  const names = Object.keys(chosen)
  const records = shown.reduce((sum, { kind, count }) => {
    const keys = chosen[kind]
    return sum + (keys === undefined ? 0 : (keys?.length ?? count))
  }, 0)
  const save = async () => {
    setWrong('')
    const body = { kinds: chosen } as never
    const answer = await call('POST /admin/v1/config/transfer/export', { body })
    if (!answer.ok) {
      setWrong(answerWords(answer))
      return
    }
    const at = new Date(serverNow()).toISOString().slice(0, 16).replaceAll(':', '')
    saveText(`settings-${at}.json`, JSON.stringify(answer.data, null, 2), 'application/json')
    say('good', text.saved({ n: records }))
  }
  return (
    <>
      <p>{text.exportHelp}</p>
      <p class="row wrap">
        <button
          type="button"
          class="small"
          onClick={() =>
            setChosen(Object.fromEntries(shown.filter(isSome).map(({ kind }) => [kind, null])))
          }
        >
          {text.all}
        </button>
        <button type="button" class="small" onClick={() => setChosen({})}>
          {text.none}
        </button>
      </p>
      {shown.map((one) => (
        <KindChoice
          key={one.kind}
          one={one}
          keys={chosen[one.kind]}
          onKeys={(keys) => {
            const { [one.kind]: gone, ...others } = chosen
            setChosen(keys === undefined ? others : { ...others, [one.kind]: keys })
          }}
        />
      ))}
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <div class="row wrap">
        <span class="grow" role="status">
          {text.exportCount({ kinds: names.length, records })}
        </span>
        <OnceButton class="primary" isOff={records === 0} onPress={save}>
          {text.save}
        </OnceButton>
      </div>
    </>
  )
}

const isSome = ({ count }: Kind): boolean => count > 0

/** The choice for one kind: all records or some. The records load when they are shown. */
function KindChoice(props: {
  one: Kind
  keys: readonly string[] | null | undefined
  onKeys: (keys: readonly string[] | null | undefined) => void
}) {
  const { one, keys, onKeys } = props
  const text = transferWords.value
  const [isOpen, setOpen] = useState(false)
  const has = (key: string) => keys === null || keys?.includes(key) === true
  const toggle = (key: string) => {
    const all = one.items.map((item) => item.key)
    const next = all.filter((name) => (name === key ? !has(name) : has(name)))
    onKeys(next.length === 0 ? undefined : next.length === all.length ? null : next)
  }
  return (
    <div class="transfer-kind">
      <div class="row">
        <label class="check grow">
          <input
            type="checkbox"
            checked={keys !== undefined}
            ref={(box) => {
              if (box !== null) box.indeterminate = keys !== undefined && keys !== null
            }}
            disabled={one.count === 0}
            onChange={() => onKeys(keys === undefined ? null : undefined)}
          />
          {kindLabel(one.kind)}{' '}
          <span class="faint num">
            {keys === undefined || keys === null
              ? one.count
              : text.some({ n: keys.length, total: one.count })}
          </span>
        </label>
        {one.count > 1 && (
          <button
            type="button"
            class="small"
            aria-expanded={isOpen}
            aria-label={text.recordsOf({ kind: kindLabel(one.kind) })}
            onClick={() => setOpen(!isOpen)}
          >
            {text.records}
          </button>
        )}
      </div>
      {isOpen && (
        <fieldset
          class="transfer-keys bare"
          aria-label={text.recordsOf({ kind: kindLabel(one.kind) })}
        >
          {one.items.map(({ key, enabled }) => (
            <label key={key} class="check">
              <input type="checkbox" checked={has(key)} onChange={() => toggle(key)} />
              <span class={enabled === false ? 'faint' : ''}>{key}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
