import type { Content } from '../../form/control.js'
import { Brand, BrandAddress, BrandBanner, BrandLinks, ServerName } from '../../look/brand.js'
import { DocsLink } from '../../look/docs-link.js'
import type { PageBrand } from '../../state/brand.js'
import { brandColours } from '../../state/brand-colours.js'
import { brandsWords } from '../../text/desk/brands-words.js'
import { words } from '../../text/words.js'
import type { ImageUrls } from './use-images.js'

const THEMES = ['light', 'dark'] as const

/**
 * Custom properties derived from other colours. They have to be repeated on the frame, or they
 * would use the colours of the page around it.
 */
const FOLLOWING = {
  '--mark': 'var(--accent)',
  '--on-mark': 'var(--on-accent)',
  '--edge': 'var(--line)',
}

/**
 * A preview of the sign-in page with the edited brand, in both themes. It does not react to input.
 */
export function BrandPicture({ drawn, images }: { drawn: Content; images: ImageUrls }) {
  const text = brandsWords.value
  const brand = pageBrand(drawn, images)
  return (
    <div class="brand-pictures">
      {THEMES.map((theme) => (
        <figure key={theme}>
          <figcaption>{text.themes[theme]}</figcaption>
          <div
            class="brand-frame"
            role="img"
            aria-label={text.pictureOf({ theme: text.themes[theme] })}
            style={{ colorScheme: theme, ...FOLLOWING, ...brandColours(brand) }}
          >
            <div inert>
              <Door brand={brand} />
            </div>
          </div>
        </figure>
      ))}
    </div>
  )
}

/** The sign-in page as traders see it, with disabled fields. */
function Door({ brand }: { brand: PageBrand }) {
  const { login: text, header } = words.value
  return (
    <div class="door">
      <div class="card">
        <BrandBanner of={brand} />
        <div class="row">
          <Brand name="" of={brand} />
        </div>
        <ServerName of={brand} />
        <div class="stack">
          {[text.login, text.password].map((label) => (
            <div key={label} class="field">
              <span>{label}</span>
              <input type="text" tabIndex={-1} aria-label={label} readOnly={true} />
            </div>
          ))}
          <button type="button" class="primary" tabIndex={-1}>
            {text.go}
          </button>
        </div>
        <p class="faint">
          <a href="/about">{header.about}</a> · <DocsLink /> · <a href="/docs/api">API</a>
          <BrandLinks of={brand} />
        </p>
        <BrandAddress of={brand} />
      </div>
    </div>
  )
}

function pageBrand(drawn: Content, images: ImageUrls): PageBrand {
  const text = (name: string): string => String(drawn[name] ?? '')
  return {
    id: Number(drawn['id'] ?? 0) || 1,
    demo_login: null,
    company: text('company'),
    default_symbols: [],
    address: text('address'),
    phone: text('phone'),
    program_name: text('program_name'),
    server_name: text('server_name'),
    short_name: text('short_name'),
    support_email: text('support_email'),
    website: text('website'),
    eula_url: text('eula_url'),
    links: linksOf(drawn['links']),
    color_primary: text('color_primary'),
    color_secondary: text('color_secondary'),
    color_accent: text('color_accent'),
    logo_url: images.logo,
    banner_url: images.banner,
    icon_url: images.icon,
  }
}

/** Leaves out unfinished links, which lack a name or an address. */
function linksOf(rows: unknown): PageBrand['links'] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const { name, url } = (row ?? {}) as { readonly name?: unknown; readonly url?: unknown }
    return typeof name === 'string' && typeof url === 'string' ? [{ name, url }] : []
  })
}
