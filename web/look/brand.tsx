import { brand, brandName, type PageBrand } from '../state/brand.js'
import { pageLink } from '../text/page-link.js'
import { words } from '../text/words.js'

/**
 * The name of the broker: of the page's brand, or else the account's company; shortened if there is
 * little space. The components in this file show the page's brand, or `of` for a brand that is
 * being edited.
 */
export function Brand({ name, of }: { name: string; of?: PageBrand }) {
  const value = of ?? brand.value
  const shown = value === null ? name : brandName(value)
  const short = value?.short_name ?? ''
  return (
    <div class="brand">
      <img src={value?.logo_url ?? '/assets/icon.svg'} alt="" />
      <span>{shown === '' ? 'Openfloor' : shown}</span>
      {short !== '' && <span class="short-name">{short}</span>}
    </div>
  )
}

/**
 * The brand's image on the sign-in page. It has no text alternative, because the name follows
 * below.
 */
export function BrandBanner({ of }: { of?: PageBrand } = {}) {
  const url = (of ?? brand.value)?.banner_url ?? null
  return url === null ? null : <img class="door-banner" src={url} alt="" />
}

/** The broker's name for the server that the client signs in to. */
export function ServerName({ of }: { of?: PageBrand } = {}) {
  const name = (of ?? brand.value)?.server_name ?? ''
  if (name === '') return null
  return (
    <p class="faint">
      {words.value.login.server}: <b>{name}</b>
    </p>
  )
}

/** The company's name, address and phone number, as in e-mails. */
export function BrandAddress({ of }: { of?: PageBrand } = {}) {
  const value = of ?? brand.value
  if (value === null) return null
  const { company, address, phone } = value
  if (address === '' && phone === '') return null
  return (
    <address class="faint">
      <span>{company}</span>
      {address !== '' && <span>{address}</span>}
      {phone !== '' && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
    </address>
  )
}

/** The links of the brand: contact and other pages. */
export function BrandLinks({ of }: { of?: PageBrand } = {}) {
  const value = of ?? brand.value
  if (value === null) return null
  const { website, support_email: email, eula_url, links } = value
  const shown = [
    ...(website === '' ? [] : [{ name: hostOf(website), url: website }]),
    ...(email === '' ? [] : [{ name: email, url: `mailto:${email}` }]),
    ...(eula_url === '' ? [] : [{ name: 'EULA', url: eula_url }]),
    ...links,
  ].filter(({ url }) => /^(https?:\/\/|mailto:)/.test(url))
  return (
    <>
      {shown.map(({ name, url }) => (
        <span key={url}>
          {' · '}
          <a href={pageLink(url)} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </span>
      ))}
    </>
  )
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? url
}
