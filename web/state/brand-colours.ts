/**
 * Derives the page's colours from the brand's. Colours of text and buttons are moved towards black
 * or white until they are readable; background tints are mixed in.
 */
const PANELS = { light: [255, 255, 255], dark: [21, 27, 35] } as const
const GROUNDS = { light: [238, 241, 245], dark: [13, 17, 23] } as const
/**
 * WCAG 2.2 AA requires 4.5 for text. The margin allows for backgrounds that differ slightly from
 * the panel.
 */
const CONTRAST_MIN = 5.2
const STEP = 0.05
/** The share of the second colour in a tint. */
const TINT = { light: 0.22, dark: 0.3 } as const

type Rgb = readonly [number, number, number]

interface BrandColours {
  readonly color_primary: string
  readonly color_secondary: string
  readonly color_accent: string
}

/**
 * The first colour is for links and selections, the accent for buttons and marks, the second for
 * tints of backgrounds and borders.
 */
export function brandColours(brand: BrandColours): Readonly<Record<string, string>> {
  return {
    ...readableAs('accent', brand.color_primary),
    ...readableAs('mark', brand.color_accent),
    ...tints(brand.color_secondary),
  }
}

/**
 * How a text or button colour looks in a theme: its contrast with the panel, and the colour used
 * instead.
 */
interface Reading {
  readonly theme: 'light' | 'dark'
  readonly ratio: number
  /** The colour that the pages use; unchanged if it is readable. */
  readonly shown: string
  readonly shownRatio: number
}

/** The readings of a colour; null if the text is not a colour. */
export function readingsOf(colour: string): readonly Reading[] | null {
  const own = rgbOf(colour)
  if (own === null) return null
  return (['light', 'dark'] as const).map((theme) => {
    const moved = readable(own, PANELS[theme], theme === 'light' ? [0, 0, 0] : [255, 255, 255])
    return {
      theme,
      ratio: contrast(own, PANELS[theme]),
      shown: hex(moved),
      shownRatio: contrast(moved, PANELS[theme]),
    }
  })
}

function readableAs(name: 'accent' | 'mark', colour: string): Readonly<Record<string, string>> {
  const own = rgbOf(colour)
  if (own === null) return {}
  const light = readable(own, PANELS.light, [0, 0, 0])
  const dark = readable(own, PANELS.dark, [255, 255, 255])
  return {
    [`--${name}`]: `light-dark(${hex(light)}, ${hex(dark)})`,
    [`--on-${name}`]: `light-dark(${onTopOf(light)}, ${onTopOf(dark)})`,
  }
}

function tints(colour: string): Readonly<Record<string, string>> {
  const own = rgbOf(colour)
  if (own === null) return {}
  const light = hex(mixed(GROUNDS.light, own, TINT.light))
  const dark = hex(mixed(GROUNDS.dark, own, TINT.dark))
  return { '--glow': `light-dark(${light}, ${dark})`, '--edge': hex(own) }
}

function rgbOf(colour: string): Rgb | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

function readable(own: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mixed(own, towards, share)
    if (contrast(moved, ground) >= CONTRAST_MIN) return moved
  }
  return towards
}

/** Mixes a `share` of the second colour into the first. */
function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2) => Math.round(one[i] + (other[i] - one[i]) * share)
  return [part(0), part(1), part(2)]
}

function onTopOf(colour: Rgb): string {
  const white: Rgb = [255, 255, 255]
  return contrast(colour, white) >= CONTRAST_MIN ? '#ffffff' : '#000000'
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
