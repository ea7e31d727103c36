import { useRef, useState } from 'preact/hooks'
import { keep, kept } from '../../link/kept.js'
import { newId } from '../../link/random.js'
import type { Answer } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { answerWords } from '../../text/refusals.js'
import type { Confirmed } from '../bulk/confirm-act.js'

export interface ActProps<T> {
  send: (key: string, confirmed: Confirmed) => Promise<Answer<T>>
  /** Told after an answer that says nothing about what came of it; left out where a repeat does nothing again. */
  unknown?: string
  /** The name under which the browser keeps the key of a request without an answer, so that a repeat after a reload does nothing twice. */
  kept?: string
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
  const [before] = useState(() =>
    props.kept === undefined ? null : kept(ownKey(props.kept), 'session'),
  )
  const key = useRef(before ?? newId())
  const [wrong, setWrong] = useState(before === null ? '' : (props.unknown ?? ''))
  const [isUnknown, setUnknown] = useState(before !== null)
  const send = async (confirmed: Confirmed = {}) => {
    keepKey(props.kept, key.current)
    const answer = await props.send(key.current, confirmed)
    const isLost = isUnknownAnswer(answer) && props.unknown !== undefined
    if (!isLost) {
      keepKey(props.kept, null)
      key.current = newId()
    }
    setUnknown(isLost)
    if (answer.ok) {
      setWrong('')
      props.onDone(answer.data)
    } else setWrong(isLost ? (props.unknown ?? '') : answerWords(answer))
  }
  return { key: key.current, wrong, isUnknown, send }
}

function keepKey(name: string | undefined, key: string | null): void {
  if (name !== undefined) keep(ownKey(name), key, 'session')
}
