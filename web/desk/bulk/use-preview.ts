import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { serverNow } from '../../link/clock.js'
import { answerWords } from '../../text/refusals.js'

/** The data of the answer, or the reason for the refusal as text. */
export function dataOrWhy<T>(answer: Answer<T>, wrongWords = answerWords): T | string {
  return answer.ok ? answer.data : wrongWords(answer)
}

/**
 * The server's preview of a bulk action.
 *
 * - A preview belongs to one request. A change of the request discards the preview and ignores an
 *   answer that arrives later.
 * - A refusal stays visible until the next preview, so that the button below it does not move under
 *   the pointer.
 */
export interface Preview<T> {
  /** The preview; null before the first answer, and after a change of the request. */
  readonly seen: T | null
  readonly seenAt: number
  readonly isAsking: boolean
  readonly wrong: string
  readonly look: () => Promise<void>
}

export function usePreview<T>(props: {
  of: string
  /** Requests the preview. Returns it, or the error text. */
  ask: () => Promise<T | string>
  /** Requests the preview when the dialog opens. */
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
