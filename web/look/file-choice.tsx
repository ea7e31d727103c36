import { useState } from 'preact/hooks'

/** A button to choose a file. Choosing the same file again also counts. */
export function FileChoice(props: {
  label: string
  accept?: string
  onFile: (file: File) => void
}) {
  return (
    <label class="file-choice">
      <input
        type="file"
        aria-label={props.label}
        accept={props.accept ?? ''}
        onChange={({ currentTarget }) => {
          const [first] = currentTarget.files ?? []
          if (first !== undefined) props.onFile(first)
          currentTarget.value = ''
        }}
      />
      <span aria-hidden="true">{props.label}</span>
    </label>
  )
}

/**
 * Event handlers for an element that accepts dropped files. With `takesText` the element itself
 * handles dropped text.
 */
export function useFileDrop(onFile: (file: File) => void, takesText = false) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const [first] = event.dataTransfer?.files ?? []
      if (first !== undefined || !takesText) event.preventDefault()
      if (first !== undefined) onFile(first)
    },
  }
  return { isOver, handlers }
}
