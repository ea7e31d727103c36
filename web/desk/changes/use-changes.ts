import { useEffect, useRef, useState } from 'preact/hooks'
import type { Content } from '../../form/control.js'
import { withField } from '../../form/draft.js'
import type { Answer } from '../../link/rest.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { withLists } from '../../text/faults.js'
import { useRecordDraft } from './use-record-draft.js'

/** A draft of a record in a form that is written by hand, with the values as its fields hold them. */
export function useChanges<Form extends object>(props: {
  /** Names the record in what the browser keeps. */
  kind: string
  key: string
  /** The fields as they stand in the record. */
  own: Form
  isNew?: boolean
  /** Of the record: another one tells that it was changed. */
  version: number
  saved: string
  /** Said if somebody else has changed the record under the draft. */
  conflict: string
  unknown?: string
  /** Whether a save of these fields asks for its effect on margin first. */
  isLooked?: (draft: Partial<Form>) => boolean
  send: (draft: Partial<Form>, isDryRun: boolean) => Promise<Answer<unknown>>
  /** Reads the record again. */
  onSaved: () => void
}) {
  const { version, isLooked = () => false } = props
  const [saved, setSaved] = useState<{ readonly over: number; readonly form: Form } | null>(null)
  // Until the record is read again, the saved fields stand under the draft.
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
    // The difference says more than that there is one, and a draft without fields has none.
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

/** What a form has to do with them, whatever its fields are. */
export type Changes = Omit<ReturnType<typeof useChanges<object>>, 'names' | 'shown' | 'change'> & {
  readonly names: readonly string[]
}
