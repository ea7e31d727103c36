import { brand, brandName, type PageBrand } from '../state/brand.js'
import { pageLink } from '../text/page-link.js'
import { words } from '../text/words.js'

/**
 * The name of whoever runs this terminal: the page's brand, else the account's company. Its short form where room is
 * little. These parts show the page's brand, or `of`, one that is being drawn.
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

/** The brand's picture over the door. It says nothing that the name below it does not. */
export function BrandBanner({ of }: { of?: PageBrand } = {}) {
  const url = (of ?? brand.value)?.banner_url ?? null
  return url === null ? null : <img class="door-banner" src={url} alt="" />
}

/** The server that one signs in to, by the name that its broker gave it. */
export function ServerName({ of }: { of?: PageBrand } = {}) {
  const name = (of ?? brand.value)?.server_name ?? ''
  if (name === '') return null
  return (
    <p class="faint">
      {words.value.login.server}: <b>{name}</b>
    </p>
  )
}

/** The company as its letters end: its name, where it is, and how it is called. */
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

/** Links of the brand: how it is reached, and what else it shows. */
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
