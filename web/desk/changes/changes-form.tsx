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
 * A form around the fields of a record: above them faults and what two people have changed, below them the buttons that
 * save the changes (Ctrl+S) or drop them.
 */
export function ChangesForm(props: {
  changes: Changes
  /** The button that saves, with how many there are. */
  save: (count: number) => string
  labelOf: (name: string) => string
  /** A value as a difference shows it. */
  textOf?: (name: string, value: unknown) => string
  /** Something in it is no value yet. */
  isWrong?: boolean
  /** Nothing of it can be changed. */
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
