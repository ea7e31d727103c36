import { useRef } from 'preact/hooks'
import type { Content } from '../../form/control.js'
import { conflictsOf, type Draft, NO_DRAFT, namesOf, unsent, withDraft } from '../../form/draft.js'
import { useDraft } from '../../form/use-draft.js'
import type { Answer } from '../../link/answer.js'
import { useSaveResult } from './save-result.js'
import { isUnknownAnswer } from './use-act.js'
import { useSaving } from './use-saving.js'

/**
 * Edits a record as a draft, and tries and saves it.
 *
 * C1. A draft belongs to the record, not to one version of it, and survives a reload.
 * C2. Only changed fields are sent, with the version that they are based on. If another user saves
 *     a newer version, the form takes that user's values for all fields outside the draft. For
 *     fields that both have changed the user chooses, and nothing can be saved before.
 * C3. Only one save runs at a time. Input typed meanwhile is kept.
 * C4. Errors from the server appear at their fields, and the first such field gets the focus.
 */
export function useRecordDraft(props: {
  kind: string
  key: string
  /** The stored record, or the defaults of a new one. */
  record: Content
  isNew?: boolean
  /** Values that are preset when the form opens. */
  first?: Draft
  /** Whether saving the draft first requests its effect on margin. */
  isLooked: (draft: Draft) => boolean
  /** Whether saving the draft may move prices; by default it cannot. */
  canMovePrices?: (draft: Draft) => boolean
  ask: (draft: Draft, isDryRun: boolean) => Promise<Answer<unknown>>
  /** The message that is shown after a lost answer. */
  unknown: string
  /** Returns a text to show instead of the server's message, or null. */
  onRefused: (answer: Answer<unknown>) => string | null
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
    canMovePrices: props.canMovePrices?.(draft) ?? false,
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
    /** A new record cannot have conflicts (C2). */
    conflicts: isNew ? [] : conflictsOf(draft, record),
    shown: withDraft(record, draft),
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
