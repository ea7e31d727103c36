import { useEffect, useRef, useState } from 'preact/hooks'
import { usePause } from './pause.js'

/**
 * The text of an input whose value takes effect when typing pauses. It follows a value that changes
 * elsewhere, such as in the address. A wrong value has no effect.
 */
export function useTyped(
  value: string,
  onValue: (value: string) => void,
  isWrong: (value: string) => boolean = () => false,
): readonly [typed: string, change: (text: string, ms: number) => void] {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const pause = usePause()
  useEffect(() => {
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  const change = (text: string, ms: number) => {
    setTyped(text)
    const next = text.trim()
    const apply = () => {
      asked.current = next
      onValue(next)
    }
    pause(ms, isWrong(next) ? null : apply)
  }
  return [typed, change]
}
