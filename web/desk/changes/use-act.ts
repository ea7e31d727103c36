import { useRef, useState } from 'preact/hooks'
import { newId } from '../../link/random.js'
import type { Answer } from '../../link/rest.js'
import { answerWords } from '../../text/refusals.js'
import type { Confirmed } from '../bulk/confirm-act.js'

export interface ActProps<T> {
  send: (key: string, confirmed: Confirmed) => Promise<Answer<T>>
  /** Told after an answer that says nothing about what came of it; left out where a repeat does nothing again. */
  unknown?: string
  onDone: (data: T) => void
}

/** Statuses of answers that say nothing about what came of the request; 0 is none at all. */
const UNKNOWN: ReadonlySet<number> = new Set([0, 500, 503, 504])

/** Whether nobody knows from the answer if the request was done. */
export const isUnknownAnswer = ({ ok, status }: Pick<Answer<unknown>, 'ok' | 'status'>): boolean =>
  !ok && UNKNOWN.has(status)

/**
 * An act that is done once, however often it is sent: it has its key from the opening on. What was refused was not done,
 * and the next try is another one; while nobody knows, nothing of it can be changed.
 */
export function useAct<T>(props: ActProps<T>) {
  const key = useRef(newId())
  const [wrong, setWrong] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const send = async (confirmed: Confirmed = {}) => {
    const answer = await props.send(key.current, confirmed)
    const isLost = isUnknownAnswer(answer) && props.unknown !== undefined
    if (!isLost) key.current = newId()
    setUnknown(isLost)
    if (answer.ok) {
      setWrong('')
      props.onDone(answer.data)
    } else setWrong(isLost ? (props.unknown ?? '') : answerWords(answer))
  }
  return { key: key.current, wrong, isUnknown, send }
}
