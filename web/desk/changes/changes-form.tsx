import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { OnceButton } from '../../look/controls.js'
import { formWords } from '../../text/desk/form-words.js'
import { words } from '../../text/words.js'
import { EffectsDialog } from '../effects/effects.js'
import { Difference } from './difference.js'
import type { Changes } from './use-changes.js'
import { useSaveKey } from './use-save-key.js'

/**
 * The form around the fields of a record. Above the fields it shows errors and conflicting changes,
 * below them the buttons that save (Ctrl+S) or discard.
 */
export function ChangesForm(props: {
  changes: Changes
  /** The label of the save button for a number of changes. */
  save: (count: number) => string
  labelOf: (name: string) => string
  /** Formats a value for the list of differences. */
  textOf?: (name: string, value: unknown) => string
  /** True if a field holds an incomplete or invalid value. */
  isWrong?: boolean
  /** True if the fields are read-only. */
  isOff?: boolean
  class?: string
  children: ComponentChildren
}) {
  const { names, conflicts, wrong, result, discard, save, send, effects } = props.changes
  const { labelOf, textOf = (_: string, value: unknown) => plainText(value) } = props
  const form = useRef<HTMLFormElement>(null)
  const isReady =
    names.length > 0 && conflicts.length === 0 && props.isWrong !== true && props.isOff !== true
  useSaveKey(() => {
    if (isReady) void save()
  })
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    [result.faults],
  )
  return (
    <>
      <form
        ref={form}
        class={`desk-form ${props.class ?? ''}`}
        onSubmit={(event) => event.preventDefault()}
      >
        {wrong !== '' && (
          <div class="banner bad" role="alert">
            {wrong}
          </div>
        )}
        {conflicts.length > 0 && (
          <Difference
            names={conflicts}
            fieldOf={(name) => ({
              label: labelOf(name),
              textOf: (value) => textOf(name, value),
            })}
            record={props.changes.record}
            draft={props.changes.draft}
            onDraft={props.changes.setDraft}
          />
        )}
        {props.children}
        {props.isOff !== true && (
          <footer class="row">
            <span class="grow" />
            {names.length > 0 && (
              <button type="button" onClick={discard}>
                {words.value.cancel}
              </button>
            )}
            <OnceButton type="submit" class="primary" isOff={!isReady} onPress={save}>
              {props.save(names.length)}
            </OnceButton>
          </footer>
        )}
      </form>
      {effects !== null && (
        <EffectsDialog
          effects={effects}
          save={props.save(names.length)}
          onSave={() => send(false, true)}
          onClose={props.changes.dropEffects}
        />
      )}
    </>
  )
}

function plainText(value: unknown): string {
  const text = formWords.value
  if (typeof value === 'boolean') return value ? text.on : text.off
  return value === null || value === undefined || value === '' ? text.empty : String(value)
}
