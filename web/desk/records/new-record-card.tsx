import type { ComponentChildren, Ref } from 'preact'
import { OnceButton } from '../../look/controls.js'
import { words } from '../../text/words.js'
import { RefusalText } from '../changes/refusal-text.js'
import type { useAct } from '../changes/use-act.js'
import { RecordCard } from '../lists/record-card.js'

/** The card with the form for a new record. */
export function NewRecordCard(props: {
  title: string
  /** The label of the button that sends the form. */
  make: string
  act: Pick<ReturnType<typeof useAct>, 'wrong' | 'isUnknown' | 'send'>
  isOff: boolean
  form?: Ref<HTMLFormElement>
  /** A remark beside a refusal. */
  remark?: ComponentChildren
  onClose: () => void
  onCancel?: () => void
  children: ComponentChildren
  /** The content of the card when the record is made. */
  made: ComponentChildren
}) {
  const { act, onClose, onCancel = onClose } = props
  return (
    <RecordCard title={props.title} onClose={onClose}>
      <form
        ref={props.form ?? null}
        class="desk-form stack"
        onSubmit={(event) => event.preventDefault()}
      >
        <fieldset class="stack bare" disabled={act.isUnknown}>
          {props.children}
        </fieldset>
        <RefusalText wrong={act.wrong}>{props.remark}</RefusalText>
        <footer class="row">
          <span class="grow" />
          <button type="button" onClick={onCancel}>
            {words.value.cancel}
          </button>
          <OnceButton type="submit" class="primary" isOff={props.isOff} onPress={() => act.send()}>
            {act.isUnknown ? words.value.read.again : props.make}
          </OnceButton>
        </footer>
      </form>
      {props.made}
    </RecordCard>
  )
}
