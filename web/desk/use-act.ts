import { useRef, useState } from 'preact/hooks'
import { newId } from '../link/random.js'
import type { Answer } from '../link/rest.js'
import { refusalWords } from '../text/refusals.js'

/**
 * An act that is done once, however often it is sent: it has its key from the opening on. What was refused was not done,
 * and the next try is another one; while nobody knows, nothing of it can be changed.
 */
export function useAct<T>(props: {
  send: (key: string) => Promise<Answer<T>>
  unknown: string
  onDone: (data: T) => void
}) {
  const key = useRef(newId())
  const [wrong, setWrong] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const send = async () => {
    const answer = await props.send(key.current)
    const isLost = !answer.ok && (answer.status === 0 || answer.status === 503)
    if (!isLost) key.current = newId()
    setUnknown(isLost)
    if (answer.ok) {
      setWrong('')
      props.onDone(answer.data)
    } else {
      setWrong(isLost ? props.unknown : refusalWords(answer.code, answer.message, answer.data))
    }
  }
  return { wrong, isUnknown, send }
}
