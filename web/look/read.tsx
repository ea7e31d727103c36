import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from '../link/clock.js'
import type { Data, PartsOf, RouteName } from '../link/contract.js'
import { type Answer, call } from '../link/rest.js'
import { answerWords } from '../text/refusals.js'
import { words } from '../text/words.js'
import { OnceButton } from './controls.js'

/** What a panel has read from the server: the last good answer, and the newest one where it was refused. */
export interface Read<T> {
  readonly data: T | null
  readonly refused: Answer<unknown> | null
  /** Nobody answered this time; what is there was answered to the same question. */
  readonly isKept?: boolean
  again(): Promise<void>
}

/** After so long a list is asked for again that does not have yet what it was asked to have. */
const PENDING_MS = 500

/**
 * Asks the route, and again whenever `count` is another; what was read before is shown until then, and until a list has the
 * `min_projection_seq` that it is asked with.
 */
export function useRead<Name extends RouteName>(
  name: Name,
  parts: PartsOf<Name>,
  count: number,
): Read<Data<Name>> {
  const [data, setData] = useState<Data<Name> | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const question = JSON.stringify(parts)
  const answered = useRef('')
  const read = async (isWanted: () => boolean) => {
    const answer = await (
      call as (name: Name, parts: PartsOf<Name>) => Promise<Answer<Data<Name>>>
    )(name, parts)
    if (!isWanted()) return
    setRefused(answer.ok ? null : answer)
    if (answer.ok && isPending(answer.data)) {
      after(PENDING_MS, () => {
        if (isWanted()) void read(isWanted)
      })
    } else if (answer.ok) {
      answered.current = question
      setData(answer.data)
    }
  }
  const wanted = useRef<() => boolean>(() => true)
  useEffect(() => {
    let isGone = false
    wanted.current = () => !isGone
    void read(wanted.current)
    return () => {
      isGone = true
    }
  }, [name, question, count])
  const isUnanswered = refused?.status === 0 || refused?.status === 503
  const isKept = isUnanswered && answered.current === question
  return { data, refused, isKept, again: () => read(wanted.current) }
}

function isPending(data: unknown): boolean {
  return (data as { readonly consistency?: string } | null)?.consistency === 'projection_pending'
}

/** A panel while its rows are on their way, after they were refused, and with them; below what was not answered this time. */
export function ReadPanel<T>(props: { read: Read<T>; children: (data: T) => ComponentChildren }) {
  const { data, refused, isKept = false } = props.read
  const notice = refused !== null && <Refused refused={refused} again={props.read.again} />
  if (refused !== null && !isKept) return notice
  if (data === null) return <Skeleton />
  return (
    <>
      {notice}
      {props.children(data)}
    </>
  )
}

/** Grey rows where the real ones will be. */
export function Skeleton() {
  return (
    <output class="skeleton" aria-label={words.value.loading}>
      {[72, 88, 64, 80].map((share) => (
        <i key={share} style={{ width: `${share}%` }} />
      ))}
    </output>
  )
}

function Refused(props: { refused: Answer<unknown>; again: () => Promise<void> }) {
  const { read: text } = words.value
  const { requestId } = props.refused
  return (
    <div class="empty stack" role="alert">
      <b>{text.failed}</b>
      <span>{answerWords(props.refused)}</span>
      {requestId !== '' && <span class="faint">{text.request({ id: requestId })}</span>}
      <span>
        <OnceButton onPress={props.again}>{text.again}</OnceButton>
      </span>
    </div>
  )
}
