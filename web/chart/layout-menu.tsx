import { Menu } from '../look/controls.js'
import { set, settings } from '../settings/settings.js'
import { words } from '../text/terminal/words.js'
import { PRESETS } from '../trader/layouts.js'

const COUNTS = [1, 2, 4] as const

/** The menu for the number of charts, and for opening one in a separate window. */
export function LayoutMenu({ symbol }: { symbol: string }) {
  const { layout: text } = words.value
  return (
    <Menu label={text.title} icon="grid">
      {(close) => (
        <>
          {COUNTS.map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={settings.value.charts === count}
              onClick={() => {
                close()
                const { slot, bottomShare } = settings.value
                set({
                  charts: count,
                  slot: Math.min(slot, count - 1),
                  // Two rows of charts need more height.
                  bottomShare:
                    count === 4 ? Math.min(bottomShare, PRESETS.charts.bottomShare) : bottomShare,
                })
              }}
            >
              {text.count({ n: count })}
            </button>
          ))}
          <button
            type="button"
            onClick={() => {
              close()
              open(
                `/?panel=chart&symbol=${encodeURIComponent(symbol)}`,
                '_blank',
                'popup,width=900,height=600',
              )
            }}
          >
            {text.detach({ symbol })}
          </button>
        </>
      )}
    </Menu>
  )
}
