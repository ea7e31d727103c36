import { useEffect, useRef, useState } from 'preact/hooks'
import { keep, keptJson } from '../../link/kept.js'
import type { Answer } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { say } from '../../state/notes.js'
import { type Faults, faultsOf, NO_FAULTS, withLists } from '../../text/faults.js'
import { answerWords } from '../../text/refusals.js'
import { useOneAtATime } from './use-one-at-a-time.js'

/**
 * What somebody changes of a record in a form of fields, and how it is saved.
 *
 *   C1. A draft is of the record, not of its version: it outlives a reload, and a change from elsewhere is laid under it.
 *   C2. Only what differs is sent, with the version that is known; a stale one shows what is so now. Who has a draft is told
 *       when the record changes under it, whether by a refusal or by the line.
 *   C3. It is saved once at a time, and what is typed meanwhile stays.
 *   C4. Faults of the server stand at their fields, and the first of them has the focus.
 */
export function useChanges<Form extends object>(props: {
  /** Names the record in what the browser keeps. */
  name: string
  /** The fields as they stand in the record. */
  own: Form
  /** Of the record; another one while somebody changes it is said. */
  version: number
  saved: string
  conflict: string
  send: (draft: Partial<Form>) => Promise<Answer<unknown>>
  onSaved: () => void
}) {
  const { own } = props
  const key = ownKey(`draft.${props.name}`)
  const [draft, drawDraft] = useState(() => keptJson<Partial<Form>>(key, {}, 'session'))
  const [wrong, setWrong] = useState('')
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const form = useRef<HTMLFormElement>(null)
  const setDraft = (next: Partial<Form>) => {
    drawDraft(next)
    keep(key, Object.keys(next).length === 0 ? null : JSON.stringify(next), 'session')
  }
  const newest = useRef(draft)
  newest.current = draft
  const { start: save, isRunning: isSaving } = useOneAtATime(async () => {
    setWrong('')
    setFaults(NO_FAULTS)
    const answer = await props.send(draft)
    if (answer.ok) {
      setDraft(unsent(newest.current, draft))
      say('good', props.saved)
      props.onSaved()
      return
    }
    if (answer.status === 409) {
      setWrong(props.conflict)
      props.onSaved()
      return
    }
    setWrong(answerWords(answer))
    setFaults(withLists(faultsOf(answer.data)))
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  })
  const seen = useRef(props.version)
  useEffect(() => {
    if (seen.current === props.version) return
    seen.current = props.version
    if (!isSaving.current && Object.keys(draft).length > 0) setWrong(props.conflict)
  }, [props.version])
  return {
    form,
    names: Object.keys(draft) as (keyof Form & string)[],
    shown: { ...own, ...draft } as Form,
    wrong,
    faults,
    change<Name extends keyof Form>(name: Name, value: Form[Name]) {
      const { [name]: gone, ...others } = draft
      setDraft(value === own[name] ? (others as Partial<Form>) : { ...draft, [name]: value })
    },
    discard() {
      setDraft({})
      setWrong('')
      setFaults(NO_FAULTS)
    },
    save,
  }
}

/** What was typed after the draft had been sent. */
function unsent<Form extends object>(newest: Partial<Form>, sent: Partial<Form>): Partial<Form> {
  const left = Object.entries(newest).filter(([name, value]) => value !== sent[name as keyof Form])
  return Object.fromEntries(left) as Partial<Form>
}

/** What a form has to do with them, whatever its fields are. */
export type Changes = Pick<
  ReturnType<typeof useChanges<object>>,
  'form' | 'wrong' | 'discard' | 'save'
> & { readonly names: readonly string[] }
