import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { OpenPosition } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { DeleteDialog } from './delete-dialog.js'
import { PositionDialog } from './position-dialog.js'

type Act = 'correct' | 'remove'

/** Whether the reader may correct or delete open positions. */
export const mayCorrect = (): boolean => mayDo('correct') || mayDo('deletePositions')

/**
 * Buttons for corrections of an open position, by the reader's rights, and the dialog of the
 * clicked one. The dialog keeps the position as it was at the click, and stays when the row
 * disappears.
 */
export function usePositionActs(onChange: () => void): {
  buttons(position: OpenPosition, close?: () => void): ComponentChildren
  readonly dialog: ComponentChildren
} {
  const text = correctionsWords.value
  const [open, setOpen] = useState<{ readonly act: Act; readonly position: OpenPosition } | null>(
    null,
  )
  const props = {
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      onChange()
    },
  }
  return {
    buttons: (position, close) => (
      <>
        {mayDo('correct') && (
          <button
            type="button"
            class={close === undefined ? 'small' : ''}
            onClick={() => {
              close?.()
              setOpen({ act: 'correct', position })
            }}
          >
            {text.correct}
          </button>
        )}
        {mayDo('deletePositions') && (
          <button
            type="button"
            class={close === undefined ? 'small' : ''}
            onClick={() => {
              close?.()
              setOpen({ act: 'remove', position })
            }}
          >
            {text.remove}
          </button>
        )}
      </>
    ),
    dialog:
      open === null ? null : open.act === 'correct' ? (
        <PositionDialog position={open.position} {...props} />
      ) : (
        <DeleteDialog position={open.position} {...props} />
      ),
  }
}
