import { useEffect, useState } from 'preact/hooks'
import { readStoredJson, store } from '../link/browser-storage.js'
import { ownKey } from '../link/side.js'
import { markDraft } from '../staff/open-records.js'
import type { Content } from './control.js'
import { type Draft, laidOver, NO_DRAFT, namesOf } from './draft.js'

const draftKey = (kind: string, key: string): string => ownKey(`draft.${kind}.${key}`)

/**
 * The draft of a record, stored for this tab. It survives a reload, the end of the session, and a
 * newer version of the record.
 */
export function useDraft(
  kind: string,
  key: string,
  record: Content,
  first: Draft = NO_DRAFT,
): readonly [Draft, (draft: Draft) => void] {
  const kept = draftKey(kind, key)
  const [draft, drawDraft] = useState<Draft>(() => readStoredJson<Draft>(kept, first, 'session'))
  const laid = laidOver(draft, record)
  const keepDraft = (next: Draft) => {
    const isEmpty = namesOf(next).length === 0
    store(kept, isEmpty ? null : JSON.stringify(next), 'session')
    markDraft(kept, !isEmpty)
  }
  useEffect(() => keepDraft(laid), [JSON.stringify(laid)])
  // The draft is stored at once, because a reload may come before the next render.
  const setDraft = (next: Draft) => {
    drawDraft(next)
    keepDraft(next)
  }
  return [laid, setDraft]
}

export function keptDraft(kind: string, key: string): Draft {
  return readStoredJson<Draft>(draftKey(kind, key), NO_DRAFT, 'session')
}
