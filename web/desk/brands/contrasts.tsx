import type { Content } from '../../form/control.js'
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
    <table class="list contrasts" aria-label={text.contrasts}>
      <thead>
        <tr>
          <th>{text.colour}</th>
          <th>{text.theme}</th>
          <th class="num">{text.ratio}</th>
          <th>{text.shownAs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, theme, ratio, shown, shownRatio }) => {
          const own = String(drawn[name]).toLowerCase()
          return (
            <tr key={`${name} ${theme}`}>
              <td>{text.colours[name]}</td>
              <td>{text.themes[theme]}</td>
              <td class="num">{ratioText(ratio)}</td>
              <td>
                <Swatch colour={shown} />{' '}
                {shown === own
                  ? text.asChosen
                  : text.moved({ colour: shown, ratio: ratioText(shownRatio) })}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const ratioText = (ratio: number): string => `${ratio.toFixed(1)} : 1`

function Swatch({ colour }: { colour: string }) {
  return <i class="swatch" style={{ background: colour }} aria-hidden="true" />
}
