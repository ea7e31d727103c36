import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { readStored, store } from '../../link/browser-storage.js'
import { newId } from '../../link/random.js'
import { ownKey } from '../../link/side.js'
import { answerWords } from '../../text/refusals.js'
import type { ConfirmFields } from './confirm-act.js'

export interface ActProps<T> {
  send: (key: string, confirmed: ConfirmFields) => Promise<Answer<T>>
  /** The message after a lost answer. Omit it if repeating the request is harmless. */
  unknown?: string
  /**
   * The storage name for the key of a request without an answer, so that a repeat after a reload is
   * not executed twice.
   */
  kept?: string
  onDone: (data: T) => void
}

/** Statuses that leave open whether the request was executed; 0 means that no answer arrived. */
const UNKNOWN: ReadonlySet<number> = new Set([0, 500, 503, 504])

/** Whether the answer leaves open if the request was executed. */
export const isUnknownAnswer = ({ ok, status }: Pick<Answer<unknown>, 'ok' | 'status'>): boolean =>
  !ok && UNKNOWN.has(status)

/**
 * Sends a request under one key, so that repeats are executed once. The key is created when the
 * form opens. A refusal creates a new key, since nothing was executed. After a lost answer the form
 * cannot be edited until the result is known.
 */
export function useAct<T>(props: ActProps<T>) {
  const [before] = useState(() =>
    props.kept === undefined ? null : readStored(ownKey(props.kept), 'session'),
  )
  const key = useRef(before ?? newId())
  const [wrong, setWrong] = useState(before === null ? '' : (props.unknown ?? ''))
  const [isUnknown, setUnknown] = useState(before !== null)
  const send = async (confirmed: ConfirmFields = {}) => {
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
  if (name !== undefined) store(ownKey(name), key, 'session')
}
