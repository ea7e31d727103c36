import { useEffect, useState } from 'preact/hooks'
import { keep, keptJson } from '../link/kept.js'
import { ownKey } from '../link/side.js'
import type { Content } from './control.js'
import { type Draft, laidOver, NO_DRAFT, namesOf } from './draft.js'

const draftKey = (kind: string, key: string): string => ownKey(`draft.${kind}.${key}`)

/** The draft of a record, kept for this tab: it outlives a reload, a lost session, and a newer version of the record. */
export function useDraft(
  kind: string,
  key: string,
  record: Content,
  first: Draft = NO_DRAFT,
): readonly [Draft, (draft: Draft) => void] {
  const kept = draftKey(kind, key)
  const [draft, drawDraft] = useState<Draft>(() => keptJson<Draft>(kept, first, 'session'))
  const laid = laidOver(draft, record)
  const keepDraft = (next: Draft) =>
    keep(kept, namesOf(next).length === 0 ? null : JSON.stringify(next), 'session')
  useEffect(() => keepDraft(laid), [JSON.stringify(laid)])
  // What is typed is kept at once: a reload may come before the next look.
  const setDraft = (next: Draft) => {
    drawDraft(next)
    keepDraft(next)
  }
  return [laid, setDraft]
}

/** The draft that is kept of a record, wherever it is being made. */
export function keptDraft(kind: string, key: string): Draft {
  return keptJson<Draft>(draftKey(kind, key), NO_DRAFT, 'session')
}
