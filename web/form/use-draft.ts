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
  const [draft, setDraft] = useState<Draft>(() => keptJson<Draft>(kept, first, 'session'))
  const laid = laidOver(draft, record)
  useEffect(() => {
    keep(kept, namesOf(laid).length === 0 ? null : JSON.stringify(laid), 'session')
  }, [JSON.stringify(laid)])
  return [laid, setDraft]
}

/** The draft that is kept of a record, wherever it is being made. */
export function keptDraft(kind: string, key: string): Draft {
  return keptJson<Draft>(draftKey(kind, key), NO_DRAFT, 'session')
}
