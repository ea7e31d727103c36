import { useState } from 'preact/hooks'
import { addBlocks, type Block, type BlockChoice, blockChoices } from '../../staff/office/blocks.js'
import type { Application } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { applicationsWords } from '../../text/desk/applications-words.js'
import { ActDialog } from '../changes/act-dialog.js'

/**
 * Chooses what to block future sign-ups by; empty if the reader may not change the blocked
 * sign-ups.
 */
export function BlockFields(props: {
  one: Application
  chosen: readonly Block[]
  onChosen: (chosen: readonly Block[]) => void
}) {
  const text = applicationsWords.value
  const choices = blocksFor(props.one)
  if (choices.length === 0) return null
  return (
    <fieldset class="stack blocks">
      <legend>{text.blockToo}</legend>
      {choices.map(({ way, block }) => {
        const isChosen = props.chosen.some((one) => isSame(one, block))
        return (
          <label key={way} class="check">
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() =>
                props.onChosen(
                  isChosen
                    ? props.chosen.filter((one) => !isSame(one, block))
                    : [...props.chosen, block],
                )
              }
            />
            {text.blockWays[way]} <code>{block.mask}</code>
          </label>
        )
      })}
    </fieldset>
  )
}

function blocksFor(one: Application): BlockChoice[] {
  return mayDo('block') ? blockChoices(one) : []
}

const isSame = (one: Block, other: Block) => one.by === other.by && one.mask === other.mask

export function mayBlock(one: Application): boolean {
  return blocksFor(one).length > 0
}

/** Blocks future sign-ups that resemble a rejected applicant. */
export function BlockDialog(props: { one: Application; onClose: () => void; onDone: () => void }) {
  const text = applicationsWords.value
  const [chosen, setChosen] = useState<readonly Block[]>([])
  return (
    <ActDialog
      title={text.blockTitle({ id: props.one.id })}
      act={text.block}
      isOff={chosen.length === 0}
      unknown={text.unknown}
      send={() => addBlocks(chosen)}
      onDone={() => {
        say('good', text.blocked)
        props.onDone()
      }}
      onClose={props.onClose}
    >
      <p>{text.blockText}</p>
      <BlockFields one={props.one} chosen={chosen} onChosen={setChosen} />
    </ActDialog>
  )
}
