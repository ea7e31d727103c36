import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { Choice } from '../../look/controls.js'
import { integrationsWords, type webhooksWords } from '../../text/desk/integrations-words.js'
import { type DialogProps, QuestionDialog, type RecordAct } from '../records/record-acts.js'

type Texts = typeof integrationsWords.value | typeof webhooksWords.value
type Grace = keyof typeof GRACE_SEC

/** How long the old secret stays valid after it is replaced, in seconds. */
const GRACE_SEC = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const

/** Replaces the secret of a key or a webhook. */
export function RotateDialog<T>(
  props: DialogProps & {
    text: Texts
    name: string
    first: Grace
    send: (key: string, graceSec: (typeof GRACE_SEC)[Grace]) => Promise<Answer<T>>
    secretOf: (made: T) => string
  },
) {
  const { text, name, first, send, ...own } = props
  const { graces } = integrationsWords.value
  const [grace, setGrace] = useState(first)
  return (
    <QuestionDialog
      {...own}
      title={text.rotateTitle({ name })}
      act={text.rotate}
      text={text.rotateText}
      unknown={text.unknownOnce}
      send={(key) => send(key, GRACE_SEC[grace])}
    >
      <Choice
        label={text.grace}
        value={grace}
        options={(Object.keys(GRACE_SEC) as Grace[]).map((one) => [one, graces[one]])}
        onInput={setGrace}
      />
    </QuestionDialog>
  )
}

/** The actions that switch a key or a webhook off and on. */
export function switchActs(
  text: Texts,
  { name, enabled: isOn }: { readonly name: string; readonly enabled: boolean },
  send: (enabled: boolean) => Promise<Answer<unknown>>,
): readonly RecordAct[] {
  return [
    {
      name: 'disable',
      label: text.disable,
      isOffered: isOn,
      title: text.disableTitle({ name }),
      text: text.disableText,
      done: text.switchedOff({ name }),
      send: () => send(false),
    },
    {
      name: 'enable',
      label: text.enable,
      isOffered: !isOn,
      title: text.enableTitle({ name }),
      text: text.enableText,
      done: text.switchedOn({ name }),
      send: () => send(true),
    },
  ]
}
