import { useEffect, useRef } from 'preact/hooks'

/**
 * Ctrl+S saves the visible form wherever the focus is: a disabled button loses the focus while a
 * save runs.
 */
export function useSaveKey(save: () => void): void {
  const last = useRef(save)
  last.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!event.repeat && document.querySelector('dialog[open]') === null) last.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
