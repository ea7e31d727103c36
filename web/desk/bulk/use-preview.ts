import { useEffect, useRef, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Answer } from '../../link/rest.js'
import { answerWords } from '../../text/refusals.js'

/** The data of an answer, or why it was refused. */
export function dataOrWhy<T>(answer: Answer<T>, wrongWords = answerWords): T | string {
  return answer.ok ? answer.data : wrongWords(answer)
}

/**
 * What the server says of a bulk action before it starts.
 *
 *   P1. A preview belongs to the request that it was asked for: a change of the request drops it, and an answer that comes
 *       after such a change counts for nothing.
 *   P2. A refusal stays until the next preview, so that the button below it does not move under the pointer.
 */
export interface Preview<T> {
  /** Null before the first answer, and after a change of the request. */
  readonly seen: T | null
  readonly seenAt: number
  readonly isAsking: boolean
  readonly wrong: string
  readonly look: () => Promise<void>
}

export function usePreview<T>(props: {
  /** Names the request that is previewed. */
  of: string
  /** Answers the preview, or in words why there is none. */
  ask: () => Promise<T | string>
  /** Asks at once, when the dialog opens. */
  isAtOnce?: boolean
}): Preview<T> {
  const { of, ask } = props
  const [seen, setSeen] = useState<{ readonly data: T; readonly at: number } | null>(null)
  const [wrong, setWrong] = useState('')
  const [isAsking, setAsking] = useState(props.isAtOnce === true)
  const newest = useRef(of)
  newest.current = of
  const look = async () => {
    setAsking(true)
    const found = await ask()
    setAsking(false)
    if (newest.current !== of) return
    setWrong(typeof found === 'string' ? found : '')
    if (typeof found !== 'string') setSeen({ data: found, at: serverNow() })
  }
  useEffect(() => setSeen(null), [of])
  useEffect(() => {
    if (props.isAtOnce === true) void look()
  }, [])
  return { seen: seen?.data ?? null, seenAt: seen?.at ?? 0, isAsking, wrong, look }
}
