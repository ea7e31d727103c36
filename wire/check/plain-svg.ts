/**
 * Accepts only static SVG images. It parses the XML with names, namespaces and entities, and
 * accepts what is on its lists.
 *
 * - XML that is not well-formed is refused, so that no other parser can interpret it differently.
 * - Elements and attributes are allowed by name. Elements of drawing programs are allowed by
 *   namespace, because they draw nothing.
 * - References may only point into the image itself or be embedded images.
 * - The check is a single pass without backtracking, in time proportional to the length.
 */
const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
/** Namespaces of drawing programs and of metadata. */
const EDITORS = [
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://purl.org/dc/elements/1.1/',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.serif.com/',
  'https://boxy-svg.com',
  'http://vectornator.io',
]
const INERT: ReadonlySet<string> = new Set(EDITORS)

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const ELEMENTS = words(`
  svg g defs symbol use switch title desc metadata style view
  path rect circle ellipse line polyline polygon image
  text tspan textPath linearGradient radialGradient stop pattern marker clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence
`)
const ATTRIBUTES = words(`
  id class style lang role focusable tabindex type media version baseProfile
  viewBox preserveAspectRatio zoomAndPan x y z x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points
  pathLength transform gradientTransform gradientUnits patternTransform patternUnits patternContentUnits
  spreadMethod offset clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits filterRes
  markerUnits markerWidth markerHeight refX refY orient dx dy rotate textLength lengthAdjust startOffset
  method spacing side href in in2 result mode values operator k1 k2 k3 k4 order kernelMatrix divisor bias
  targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation scale
  xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles
  tableValues slope intercept amplitude exponent requiredFeatures requiredExtensions systemLanguage
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip
  clip-path clip-rule mask mask-type filter flood-color flood-opacity lighting-color stop-color
  stop-opacity marker marker-start marker-mid marker-end paint-order vector-effect shape-rendering
  text-rendering image-rendering color-rendering color-interpolation color-interpolation-filters
  enable-background isolation mix-blend-mode cursor pointer-events font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight text-anchor text-decoration
  text-align letter-spacing word-spacing line-height writing-mode direction unicode-bidi glyph-orientation-vertical
  glyph-orientation-horizontal dominant-baseline alignment-baseline baseline-shift kerning white-space
  transform-origin contentScriptType contentStyleType
`)
const SAID = /^(data|aria)-[a-z\d-]+$/

const NESTED_MAX = 256
/**
 * The most entities, because each is decoded separately. Images from drawing programs contain some
 * hundreds.
 */
const ENTITIES_MAX = 4_096
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#x([\da-fA-F]{1,6})|#(\d{1,7}));/g
const NO_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#x[\da-fA-F]{1,6}|#\d{1,7});).{0,10}/
const CODE_MAX = 0x10ffff

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are forbidden in XML
const NO_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/
const DECLARATION = /^<\?xml[ \t\r\n][^<>?]{0,200}\?>/
const OTHER_ENCODING = /encoding[ \t\r\n]*=[ \t\r\n]*["'](?!utf-8["'])/i
const NAME = /[\p{L}_][\p{L}\p{M}\p{Nd}_.-]*(?::[\p{L}_][\p{L}\p{M}\p{Nd}_.-]*)?/uy
const BLANK = /[ \t\r\n]*/y
const VALUE = /[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y

const HELD_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z\d+/=\s]*$/
/**
 * Everything in a style that could refer to external content. Escapes are refused, because they
 * could spell each of these differently.
 */
const STYLE_TAKES_NO =
  /\\|@(?!media\b|supports\b|charset\b)|(?:image|image-set|src|expression)[ \t\r\n]*\(/i
const STYLE_URL = /url[ \t\r\n]*\([ \t\r\n]*(["']?)[ \t\r\n]*([^)]*)/gi

/** The reason why the SVG is refused, as text for its sender; null if it is accepted. */
export function refusedSvg(text: string): string | null {
  try {
    new Walk(text.startsWith('\uFEFF') ? text.slice(1) : text).all()
    return null
  } catch (error) {
    if (error instanceof NotPlain) return error.message
    throw error
  }
}

class NotPlain extends Error {}

interface Open {
  readonly name: string
  readonly isStyle: boolean
  /** Namespaces by prefix; the default namespace has the prefix ''. */
  readonly spaces: ReadonlyMap<string, string>
}

const OUTSIDE: Open = { name: '', isStyle: false, spaces: new Map([['xml', XML]]) }

class Walk {
  readonly #text: string
  readonly #open: Open[] = []
  #at = 0
  #hasRoot = false
  #style = ''

  constructor(text: string) {
    this.#text = text
  }

  all(): void {
    const text = this.#text
    if (NO_XML.test(text)) this.#broken()
    refuseManyEntities(text)
    const declared = DECLARATION.exec(text)?.[0] ?? ''
    if (OTHER_ENCODING.test(declared))
      throw new NotPlain('The SVG is in another encoding: save it as UTF-8.')
    this.#at = declared.length
    while (this.#at < text.length) {
      const next = text.indexOf('<', this.#at)
      this.#characters(text.slice(this.#at, next < 0 ? text.length : next))
      if (next < 0) break
      this.#at = next
      this.#markup()
    }
    if (this.#open.length > 0 || !this.#hasRoot) this.#broken()
  }

  #markup(): void {
    if (this.#skips('<!--')) {
      if (this.#until('-->').includes('--')) this.#broken()
    } else if (this.#skips('<![CDATA[')) {
      const inside = this.#until(']]>')
      if (this.#open.length === 0) this.#broken()
      this.#taken(inside)
    } else if (this.#skips('<!')) {
      throw new NotPlain('The SVG has a document type declaration: save it as plain SVG.')
    } else if (this.#skips('<?')) {
      throw new NotPlain('The SVG has an instruction to programs: save it as plain SVG.')
    } else if (this.#skips('</')) this.#close()
    else {
      this.#at++
      this.#element()
    }
  }

  #characters(text: string): void {
    if (this.#open.length > 0) this.#taken(decoded(text))
    else if (text.trim() !== '') this.#broken()
  }

  #taken(text: string): void {
    if (this.#open.at(-1)?.isStyle === true) this.#style += text
  }

  #close(): void {
    const name = this.#matched(NAME)
    this.#matched(BLANK)
    const open = this.#open.pop()
    if (open === undefined || open.name !== name || !this.#skips('>')) this.#broken()
    if (open?.isStyle !== true) return
    refuseStyle(this.#style)
    this.#style = ''
  }

  #element(): void {
    const name = this.#matched(NAME)
    const given = this.#attributes()
    const isEmpty = this.#skips('/')
    if (!this.#skips('>')) this.#broken()
    const outer = this.#open.at(-1) ?? OUTSIDE
    const spaces = spacesOf(outer.spaces, given)
    const [space, local] = resolved(name, spaces, true)
    if (this.#open.length === 0 && (this.#hasRoot || space !== SVG || local !== 'svg'))
      this.#broken()
    this.#hasRoot = true
    const isInert = INERT.has(space)
    if (!isInert && (space !== SVG || !ELEMENTS.has(local))) {
      throw new NotPlain(`The SVG has an element ${name}: save it as plain SVG.`)
    }
    if (outer.isStyle) this.#broken()
    if (!isInert) {
      for (const [attribute, value] of given) refuseAttribute(attribute, value, spaces, local)
    }
    if (isEmpty) return
    if (this.#open.length >= NESTED_MAX) throw new NotPlain('The SVG is nested too deeply.')
    this.#open.push({ name, spaces, isStyle: space === SVG && local === 'style' })
  }

  /** The decoded attributes. A repeated attribute is refused. */
  #attributes(): ReadonlyMap<string, string> {
    const given = new Map<string, string>()
    for (;;) {
      const blank = this.#matched(BLANK)
      const next = this.#text[this.#at]
      if (next === '>' || next === '/' || next === undefined) return given
      const name = this.#matched(NAME)
      VALUE.lastIndex = this.#at
      const found = VALUE.exec(this.#text)
      if (blank === '' || name === '' || found === null || given.has(name)) this.#broken()
      this.#at = VALUE.lastIndex
      given.set(name, decoded(found?.[1] ?? found?.[2] ?? ''))
    }
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #skips(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  #until(word: string): string {
    const end = this.#text.indexOf(word, this.#at)
    if (end < 0) this.#broken()
    const inside = this.#text.slice(this.#at, end)
    this.#at = end + word.length
    return inside
  }

  #broken(): never {
    throw new NotPlain('The content is no SVG.')
  }
}

function spacesOf(
  outer: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = [...given].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (own.length === 0) return outer
  return new Map([
    ...outer,
    ...own.map(([name, value]): [string, string] => [name.slice(6), value]),
  ])
}

/** The namespace and the local part of a name. An attribute without a prefix has no namespace. */
function resolved(
  name: string,
  spaces: ReadonlyMap<string, string>,
  isElement: boolean,
): readonly [space: string, local: string] {
  const [first = '', second] = name.split(':')
  if (second === undefined && !isElement) return ['', first]
  const space = spaces.get(second === undefined ? '' : first)
  if (space === undefined) throw new NotPlain(`The SVG has a name without a namespace: ${name}.`)
  return [space, second ?? first]
}

function refuseAttribute(
  name: string,
  value: string,
  spaces: ReadonlyMap<string, string>,
  element: string,
): void {
  if (name === 'xmlns' || name.startsWith('xmlns:')) return
  const [space, local] = resolved(name, spaces, false)
  if (INERT.has(space) || space === XML) return
  const isKnown = space === XLINK || (space === '' && (ATTRIBUTES.has(local) || SAID.test(local)))
  if (!isKnown) throw new NotPlain(`The SVG has an attribute ${name}: save it as plain SVG.`)
  if (local === 'href') {
    const isPicture = (element === 'image' || element === 'feImage') && HELD_PICTURE.test(value)
    if (value.startsWith('#') || isPicture) return
    throw new NotPlain('The SVG has a link to elsewhere: save it as plain SVG.')
  }
  if (space === '' && !SAID.test(local)) refuseStyle(value)
}

function refuseStyle(text: string): void {
  const urls = [...text.matchAll(STYLE_URL)].map(([, , target]) => target ?? '')
  if (!STYLE_TAKES_NO.test(text) && urls.every((target) => target.startsWith('#'))) return
  throw new NotPlain('The SVG has a style that loads something: save it as plain SVG.')
}

function refuseManyEntities(text: string): void {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++
  if (count <= ENTITIES_MAX) return
  throw new NotPlain(`The SVG has more than ${ENTITIES_MAX} entities: save it with plain text.`)
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  const wrong = NO_ENTITY.exec(text)
  if (wrong !== null) throw new NotPlain(`The SVG has an entity that is not known: ${wrong[0]}`)
  return text.replace(ENTITY, (_, name: string, hex: string, decimal: string) => {
    if (name !== undefined) return ENTITIES[name] as string
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (code > 0 && code <= CODE_MAX) return String.fromCodePoint(code)
    throw new NotPlain(`The SVG has an entity of no character: ${code}`)
  })
}
