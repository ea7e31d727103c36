import { useRef } from 'preact/hooks'
import type { Content } from '../../form/control.js'
import { conflictsOf, type Draft, drafted, NO_DRAFT, namesOf, unsent } from '../../form/draft.js'
import { useDraft } from '../../form/use-draft.js'
import type { Answer } from '../../link/rest.js'
import { useSaveResult } from './save-result.js'
import { isUnknownAnswer } from './use-act.js'
import { useSaving } from './use-saving.js'

/**
 * What a user changes of a record, and how it is tried and saved.
 *
 *   C1. A draft belongs to the record, not to its version: it outlives a reload.
 *   C2. Only what differs is sent, with the version under it. A version of somebody else is laid under the draft, whether the
 *       page hears of it or meets it by saving: the user sees their values in all other fields, and chooses field by field
 *       where both have changed the same. Nothing is saved until then.
 *   C3. It is saved once at a time, and what is typed meanwhile stays.
 *   C4. Faults of the server stand at their fields, and the first of them has the focus.
 */
export function useRecordDraft(props: {
  kind: string
  key: string
  /** As it is stored; of a new record, its defaults. */
  record: Content
  isNew?: boolean
  /** What is entered when the form opens. */
  first?: Draft
  /** Whether a save of the draft asks for its effect on margin first. */
  isLooked: (draft: Draft) => boolean
  ask: (draft: Draft, isDryRun: boolean) => Promise<Answer<unknown>>
  /** Said if no answer tells whether it was saved. */
  unknown: string
  /** Answers what to say in place of the reason of the refusal. */
  onRefused: (answer: Answer<unknown>) => string | null
  /** The record after the draft was saved. */
  savedAs: (data: unknown, sent: Draft) => Content
  onSaved: (data: unknown, sent: Draft) => Promise<void> | void
}) {
  const { record, isNew = false } = props
  const [draft, setDraft] = useDraft(props.kind, props.key, record, props.first)
  const result = useSaveResult()
  const newest = useRef(draft)
  newest.current = draft
  const saving = useSaving({
    isLooked: props.isLooked(draft),
    result,
    ask: (isDryRun) => props.ask(draft, isDryRun),
    onRefused(answer) {
      const said = props.onRefused(answer)
      result.refused(answer, said ?? (isUnknownAnswer(answer) ? props.unknown : null))
    },
    onSaved(data) {
      const saved = props.savedAs(data, draft)
      setDraft(isNew ? NO_DRAFT : unsent(newest.current, draft, saved))
      return props.onSaved(data, draft)
    },
  })
  return {
    ...saving,
    draft,
    setDraft,
    names: namesOf(draft),
    /** C2: a new record is nobody else's. */
    conflicts: isNew ? [] : conflictsOf(draft, record),
    shown: drafted(record, draft),
    result,
    change(next: Draft) {
      result.clear()
      setDraft(next)
    },
    discard() {
      result.clear()
      setDraft(NO_DRAFT)
    },
  }
}
