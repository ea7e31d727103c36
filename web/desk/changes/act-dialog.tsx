import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog, OnceButton } from '../../look/controls.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type ConfirmedAction, type ConfirmFields, typesCodes } from './confirm-act.js'
import { type ActProps, useAct } from './use-act.js'

/** A dialog that asks for confirmation and then sends a request. */
export function ActDialog<T>(
  props: ActProps<T> & {
    title: string
    /** The label of the button that sends, and its label after a lost answer. */
    act: string
    again?: string
    /** The label of the cancel button, if the usual one could be misunderstood. */
    back?: string
    isOff?: boolean
    /** True while a long request runs, during which the form cannot be edited. */
    isShut?: boolean
    /**
     * The action that users with the right `confirm_actions` confirm with a server code before it
     * is sent.
     */
    confirm?: { action: ConfirmedAction; body: (key: string) => object }
    onClose: () => void
    children: ComponentChildren
  },
) {
  const { key, wrong, isUnknown, send } = useAct(props)
  const { confirm, isOff = false } = props
  const needsCode = confirm !== undefined && typesCodes()
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={isUnknown || props.isShut === true}>
          {props.children}
        </fieldset>
        {needsCode && !isOff && (
          <ConfirmAct
            key={key}
            action={confirm.action}
            body={confirm.body(key)}
            count={1}
            onReady={setConfirmed}
          />
        )}
        {wrong !== '' && (
          <div class="banner bad" role="alert">
            {wrong}
          </div>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {props.back ?? words.value.cancel}
          </button>
          <OnceButton
            type="submit"
            class="primary"
            isFirst={true}
            isOff={isOff || (needsCode && confirmed === null)}
            onPress={() => send(confirmed ?? {})}
          >
            {isUnknown ? (props.again ?? words.value.read.again) : props.act}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
