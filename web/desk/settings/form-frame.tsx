import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Content, FormField } from '../../form/control.js'
import { type Draft, namesOf } from '../../form/draft.js'
import { elsewhere } from '../../form/faults.js'
import { FormFields } from '../../form/form.js'
import { sectionsOf } from '../../form/plan.js'
import { World } from '../../form/world.js'
import { place } from '../../staff/place.js'
import type { SettingsKind } from '../../staff/settings/settings-kinds.js'
import { formWords } from '../../text/desk/form-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { keyText } from '../../text/key-text.js'
import type { SaveResult } from '../changes/save-result.js'
import { useSaveKey } from '../changes/use-save-key.js'
import { useOffers } from './offers.js'

interface FrameProps {
  kind: SettingsKind
  fields: readonly FormField[]
  record: Content
  draft: Draft
  isOff: boolean
  isNew?: boolean
  result: SaveResult
  onDraft: (draft: Draft) => void
  onSave: () => void
  top?: ComponentChildren
  foot: ComponentChildren
}

/**
 * The frame of a settings form: links to sections, a search for fields, the server's answer, and
 * the buttons. After an answer with errors the first such field gets the focus.
 */
export function FormFrame(props: FrameProps) {
  const { fields, result } = props
  const [find, setFind] = useState('')
  const [says, setSays] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const section = place.value.parts[2]
  const offers = useOffers(fields)
  useSaveKey(props.onSave)
  const show = (name: string) => {
    const found = form.current?.querySelector<HTMLElement>(`#section-${CSS.escape(name)}`)
    const body = form.current?.querySelector('.settings-body')
    if (found !== null && found !== undefined) body?.scrollTo(0, found.offsetTop)
  }
  useEffect(() => {
    if (section !== undefined) show(section)
  }, [])
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>('.settings-fields [aria-invalid="true"], [data-wrong]')
      ?.focus()
  }, [result.faults])
  return (
    <World.Provider value={{ faults: result.faults, offers }}>
      <form
        ref={form}
        class="settings-form"
        onSubmit={(event) => event.preventDefault()}
        onFocusCapture={({ target }) =>
          setSays(
            (target as HTMLElement).closest<HTMLElement>('[data-says]')?.dataset['says'] ?? '',
          )
        }
      >
        <Tools
          kind={props.kind}
          fields={fields}
          hasChanges={props.isNew !== true && namesOf(props.draft).length > 0}
          find={find}
          onFind={setFind}
          isChangedOnly={isChangedOnly}
          onChangedOnly={setChangedOnly}
          onSection={show}
        />
        <Body frame={props} find={find} isChangedOnly={isChangedOnly} />
        <p class="form-says faint" aria-hidden={true}>
          {says}
        </p>
        <footer class="row wrap">
          <span class="grow tried" role="status">
            {result.said}
          </span>
          {!props.isOff && <kbd class="off-narrow">{keyText('Ctrl+S')}</kbd>}
          {props.foot}
        </footer>
      </form>
    </World.Provider>
  )
}

/**
 * The toolbar above the fields: links to sections, a search for fields, and a filter for changed
 * fields.
 */
function Tools(props: {
  kind: SettingsKind
  fields: readonly FormField[]
  hasChanges: boolean
  find: string
  onFind: (find: string) => void
  isChangedOnly: boolean
  onChangedOnly: (isChangedOnly: boolean) => void
  onSection: (name: string) => void
}) {
  const text = settingsWords.value
  const { kind, fields, isChangedOnly } = props
  const sections = sectionsOf(kind.kind, fields)
  return (
    <div class="row wrap form-tools">
      {sections.length > 1 ? (
        <nav class="row wrap sections" aria-label={text.findField}>
          {sections.map(({ name }) => (
            <button
              key={name}
              type="button"
              class="plain small"
              onClick={() => props.onSection(name)}
            >
              {formWords.value.sections[name]}
            </button>
          ))}
        </nav>
      ) : (
        <span class="grow" />
      )}
      {fields.length > 8 && (
        <input
          type="search"
          class="find-field"
          aria-label={text.findField}
          placeholder={text.findField}
          autocomplete="off"
          value={props.find}
          onInput={({ currentTarget }) => props.onFind(currentTarget.value)}
        />
      )}
      {(isChangedOnly || props.hasChanges) && (
        <label class="check">
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={({ currentTarget }) => props.onChangedOnly(currentTarget.checked)}
          />
          {text.changedOnly}
        </label>
      )}
    </div>
  )
}

function Body(props: { frame: FrameProps; find: string; isChangedOnly: boolean }) {
  const { kind, fields, result, ...frame } = props.frame
  const { wrong, faults } = result
  const faultCount = Object.keys(faults).length
  return (
    <div class="settings-body">
      {frame.top}
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {faultCount > 0 ? settingsWords.value.faults({ n: faultCount }) : wrong}{' '}
          {elsewhere(faults, fields).join(' ')}
        </div>
      )}
      <FormFields
        kind={kind.kind}
        fields={fields}
        record={frame.record}
        draft={frame.draft}
        isOff={frame.isOff}
        find={props.find}
        isChangedOnly={props.isChangedOnly}
        isNew={frame.isNew === true}
        onDraft={frame.onDraft}
      />
    </div>
  )
}
