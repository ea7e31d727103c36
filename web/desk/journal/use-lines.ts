import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { follow, line, lives, subscribe } from '../../staff/connection/link.js'
import {
  fits,
  type JournalFilter,
  type JournalLine,
  joinLines,
} from '../../staff/office/journal-lines.js'
import { searchText } from '../../text/server-text.js'

export const PAGE_LINES = 100

export interface Lines {
  /** The lines; null until loaded. */
  readonly lines: readonly JournalLine[] | null
  /** The new lines that arrived while the pointer or the focus kept the list in place. */
  readonly waiting: readonly JournalLine[]
  readonly total: number
  readonly refused: Answer<unknown> | null
  again(): Promise<void>
  /** Adds the lines in `waiting` to the list. */
  flush(): void
}

/**
 * The lines that match the filter. The first page without an end time is live: new lines appear at
 * the top, or wait while `isHeld` returns true because the user is reading.
 */
export function useLines(typed: JournalFilter, page: number, isHeld: () => boolean): Lines {
  const filter = { ...typed, text: searchText(typed.text) }
  const [lines, setLines] = useState<readonly JournalLine[] | null>(null)
  const [waiting, setWaiting] = useState<readonly JournalLine[]>([])
  const [total, setTotal] = useState(0)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const key = JSON.stringify([filter, page])
  const shown = useRef('')
  const isTail = page === 1 && filter.to === ''
  const read = async (isWanted: () => boolean) => {
    const answer = await call('GET /admin/v1/journal', { query: queryOf(filter, page) })
    if (!isWanted()) return
    setRefused(answer.ok ? null : answer)
    if (!answer.ok) return
    const { items } = answer.data
    setTotal(answer.data.total)
    const isFirst = shown.current !== key
    shown.current = key
    if (isFirst || !isTail) {
      setLines(items)
      setWaiting([])
      return
    }
    setLines((known) => {
      if (!isHeld() || known === null) return joinLines(items, known ?? [], false)
      const ids = new Set(known.map(({ id }) => id))
      setWaiting(items.filter(({ id }) => !ids.has(id)))
      return known
    })
  }
  useEffect(() => {
    let isGone = false
    if (shown.current !== key) setLines(null)
    void read(() => !isGone)
    return () => {
      isGone = true
    }
  }, [key, lives.value])
  useEffect(
    () =>
      follow(
        'journal',
        () => void line()?.ask('watch_journal'),
        () => void line()?.ask('unwatch_journal'),
      ),
    [],
  )
  useEffect(() => {
    if (!isTail) return undefined
    return subscribe('journal', (fresh) => {
      if (!fits(fresh, filter)) return
      setTotal((n) => n + 1)
      if (isHeld()) setWaiting((known) => joinLines([fresh], known, true))
      else setLines((known) => (known === null ? null : joinLines([fresh], known, true)))
    })
  }, [key])
  return {
    lines,
    waiting,
    total,
    refused,
    again: () => read(() => true),
    flush: () => {
      setLines((known) => joinLines(waiting, known ?? [], true))
      setWaiting([])
    },
  }
}

function queryOf(filter: JournalFilter, page: number) {
  const { text, kind, actor, login, about, from, to } = filter
  return {
    page,
    limit: PAGE_LINES,
    ...(text === '' ? {} : { text }),
    ...(kind === '' ? {} : { kind }),
    ...(actor === '' ? {} : { actor: Number(actor) }),
    ...(login === '' ? {} : { login: Number(login) }),
    ...(about === '' ? {} : { about }),
    ...(from === '' ? {} : { from }),
    // A typed end time includes its whole last second.
    ...(to === '' ? {} : { to: to.replace(/(:\d\d)Z$/, '$1.999Z') }),
  }
}
