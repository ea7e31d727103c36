import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { dropRecord } from '../../staff/open-records.js'
import { say } from '../../state/notes.js'
import { ActDialog } from '../changes/act-dialog.js'
import { SecretOnce } from './secret-once.js'

export interface DialogProps {
  onClose(): void
  /** Called with the new secret; null if there is none. */
  onDone(secret: string | null): void
}

interface Question<T = unknown> {
  readonly title: string
  readonly text?: string
  readonly unknown?: string
  /** The message after the action. */
  readonly done?: string
  /** True if the record no longer exists after the action. */
  readonly isLast?: boolean
  send(key: string): Promise<Answer<T>>
}

/** An action of a record's card, with its question or its dialog. */
export type RecordAct = {
  readonly name: string
  readonly label: string
  /** False if only its open dialog is shown. */
  readonly isOffered?: boolean
} & (Question | { dialog(props: DialogProps): ComponentChildren })

/** The buttons of a record's card, the dialog of one of them, and a secret that is shown once. */
export function RecordActs(props: {
  acts: readonly RecordAct[]
  /** A button without a dialog. */
  first?: ComponentChildren
  /** Links to other pages. */
  children?: ComponentChildren
  secret?: { readonly title: string; readonly text: string }
  onChange?: () => void
}) {
  const [name, setName] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const own: DialogProps = {
    onClose: () => setName(null),
    onDone(made) {
      setName(null)
      setSecret(made)
      props.onChange?.()
    },
  }
  const act = props.acts.find((one) => one.name === name)
  return (
    <>
      <div class="row wrap card-acts">
        {props.first}
        {props.acts.map(
          (one) =>
            one.isOffered !== false && (
              <button key={one.name} type="button" onClick={() => setName(one.name)}>
                {one.label}…
              </button>
            ),
        )}
        <span class="grow" />
        {props.children}
      </div>
      {act !== undefined &&
        ('dialog' in act ? act.dialog(own) : <QuestionDialog {...own} {...act} act={act.label} />)}
      {secret !== null && props.secret !== undefined && (
        <SecretOnce {...props.secret} secret={secret} onClose={() => setSecret(null)} />
      )}
    </>
  )
}

/** Asks for confirmation and sends the action. */
export function QuestionDialog<T>(
  props: DialogProps &
    Question<T> & {
      act: string
      isOff?: boolean
      /** The new secret in the answer. */
      secretOf?: (data: T) => string
      children?: ComponentChildren
    },
) {
  const { text, done, secretOf, isLast = false, onDone, children, ...dialog } = props
  return (
    <ActDialog
      {...dialog}
      onDone={(data) => {
        if (done !== undefined) say('good', done)
        onDone(secretOf?.(data) ?? null)
        if (isLast) dropRecord()
      }}
    >
      {text !== undefined && <p>{text}</p>}
      {children}
    </ActDialog>
  )
}
