import { useEffect, useRef, useState } from 'preact/hooks'
import type { Content } from '../../form/control.js'
import { withField } from '../../form/draft.js'
import type { Answer } from '../../link/answer.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { withLists } from '../../text/faults.js'
import { useRecordDraft } from './use-record-draft.js'

/** The draft of a record in a hand-written form, with values as its fields hold them. */
export function useChanges<Form extends object>(props: {
  /** Names the record in the browser's storage. */
  kind: string
  key: string
  /** The values of the record in the form of the fields. */
  own: Form
  isNew?: boolean
  /** The record's version. A new version means that another user changed the record. */
  version: number
  saved: string
  /** The message if another user has changed the record meanwhile. */
  conflict: string
  unknown?: string
  /** Whether saving these fields first requests their effect on margin. */
  isLooked?: (draft: Partial<Form>) => boolean
  send: (draft: Partial<Form>, isDryRun: boolean) => Promise<Answer<unknown>>
  /** Reads the record again. */
  onSaved: () => void
}) {
  const { version, isLooked = () => false } = props
  const [saved, setSaved] = useState<{ readonly over: number; readonly form: Form } | null>(null)
  // After a save the saved values are the base of the draft until the record has been read again.
  const own = saved?.over === version ? saved.form : props.own
  const record = own as Content
  const form = useRecordDraft({
    kind: props.kind,
    key: props.key,
    record,
    isNew: props.isNew === true,
    isLooked: ({ mine }) => isLooked(mine as Partial<Form>),
    ask: ({ mine }, isDryRun) => props.send(mine as Partial<Form>, isDryRun),
    unknown: props.unknown ?? settingsWords.value.unknown,
    onRefused(answer) {
      if (answer.status !== 409) return null
      props.onSaved()
      return props.conflict
    },
    savedAs: (_, { mine }) => ({ ...own, ...mine }),
    onSaved(_, { mine }) {
      setSaved({ over: version, form: { ...own, ...mine } })
      say('good', props.saved)
      props.onSaved()
    },
  })
  const { result, conflicts, names } = form
  const seen = useRef(version)
  useEffect(() => {
    const isOwn = saved?.over === seen.current
    if (seen.current === version) return
    seen.current = version
    if (!isOwn && names.length > 0) result.tell(props.conflict)
  }, [version])
  return {
    ...form,
    record,
    names: names as (keyof Form & string)[],
    shown: form.shown as Form,
    // Hides the conflict message if the list of differences is shown, or if the draft is empty.
    wrong:
      result.wrong === props.conflict && (conflicts.length > 0 || names.length === 0)
        ? ''
        : result.wrong,
    faults: withLists(result.faults),
    change<Name extends keyof Form & string>(name: Name, value: Form[Name]) {
      form.setDraft(withField(form.draft, record, name, value))
    },
    save: () => form.send(false),
  }
}

/** The state that the surrounding form needs, whatever the record's fields are. */
export type Changes = Omit<ReturnType<typeof useChanges<object>>, 'names' | 'shown' | 'change'> & {
  readonly names: readonly string[]
}
