import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, isUnanswered } from '../link/answer.js'
import { after } from '../link/clock.js'
import type { Data, PartsOf, RouteName } from '../link/contract.js'
import { call } from '../link/rest.js'
import { answerWords } from '../text/refusals.js'
import { words } from '../text/words.js'
import { OnceButton } from './controls.js'

/** The data that a panel has loaded: the last successful answer, and the last refusal. */
export interface PanelData<T> {
  readonly data: T | null
  readonly refused: Answer<unknown> | null
  /**
   * True if the last request got no answer; `data` is then from an earlier answer to the same
   * request.
   */
  readonly isKept?: boolean
  again(): Promise<void>
}

/**
 * How long to wait before a list that does not contain the required record yet is requested again.
 */
const PENDING_MS = 500

/**
 * Calls the route, and again whenever `count` changes. The old data is shown until the new answer
 * arrives, and until a list has reached the requested `min_projection_seq`. An answer that a later
 * request has overtaken is dropped.
 */
export function usePanelData<Name extends RouteName>(
  name: Name,
  parts: PartsOf<Name>,
  count: number,
): PanelData<Data<Name>> {
  const [data, setData] = useState<Data<Name> | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const question = JSON.stringify(parts)
  const answered = useRef('')
  const numbers = useRef({ requested: 0, shown: 0 })
  const read = async (isWanted: () => boolean) => {
    const number = ++numbers.current.requested
    const answer = await (
      call as (name: Name, parts: PartsOf<Name>) => Promise<Answer<Data<Name>>>
    )(name, parts)
    if (!isWanted() || number < numbers.current.shown) return
    numbers.current.shown = number
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
  const isKept = refused !== null && isUnanswered(refused) && answered.current === question
  return { data, refused, isKept, again: () => read(wanted.current) }
}

function isPending(data: unknown): boolean {
  return (data as { readonly consistency?: string } | null)?.consistency === 'projection_pending'
}

/**
 * A panel that shows its data, or its loading state or refusal. Below the data it notes if the last
 * request got no answer.
 */
export function ReadPanel<T>(props: {
  read: PanelData<T>
  children: (data: T) => ComponentChildren
}) {
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

/** Shows grey placeholder rows while data loads. */
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
