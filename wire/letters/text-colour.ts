/** Black or white, whichever has more contrast on the colour. An invalid colour counts as dark. */
export function textOn(colour: string): '#000000' | '#ffffff' {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? []
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const [onBlack, onWhite] = [(luminance + FLARE) / FLARE, (1 + FLARE) / (luminance + FLARE)]
  return onBlack > onWhite ? '#000000' : '#ffffff'
}

/** The constant that WCAG 2.2 adds to both luminances in its contrast formula. */
const FLARE = 0.05

function linear(part = '00'): number {
  const share = Number.parseInt(part, 16) / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
