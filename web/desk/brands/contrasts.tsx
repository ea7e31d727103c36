import type { Content } from '../../form/control.js'
import { ShortTable } from '../../look/table/short-table.js'
import { readingsOf } from '../../state/brand-colours.js'
import { brandsWords } from '../../text/desk/brands-words.js'

const READ = ['color_primary', 'color_accent'] as const

/**
 * Shows whether text and button colours have enough contrast in each theme, and the replacement
 * that the terminal uses if not.
 */
export function Contrasts({ drawn }: { drawn: Content }) {
  const text = brandsWords.value
  const rows = READ.flatMap((name) =>
    (readingsOf(String(drawn[name] ?? '')) ?? []).map((reading) => ({ name, ...reading })),
  )
  if (rows.length === 0) return null
  return (
    <ShortTable
      label={text.contrasts}
      look="contrasts"
      rows={rows}
      keyOf={({ name, theme }) => `${name} ${theme}`}
      columns={[
        { id: 'colour', label: text.colour, cell: ({ name }) => text.colours[name] },
        { id: 'theme', label: text.theme, cell: ({ theme }) => text.themes[theme] },
        { id: 'ratio', label: text.ratio, isNumber: true, cell: ({ ratio }) => ratioText(ratio) },
        {
          id: 'shown',
          label: text.shownAs,
          cell: ({ name, shown, shownRatio }) => (
            <>
              <Swatch colour={shown} />{' '}
              {shown === String(drawn[name]).toLowerCase()
                ? text.asChosen
                : text.moved({ colour: shown, ratio: ratioText(shownRatio) })}
            </>
          ),
        },
      ]}
    />
  )
}

const ratioText = (ratio: number): string => `${ratio.toFixed(1)} : 1`

function Swatch({ colour }: { colour: string }) {
  return <i class="swatch" style={{ background: colour }} aria-hidden="true" />
}
