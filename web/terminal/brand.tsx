import { brand, brandName } from '../state/brand.js'

/** The name of whoever runs this terminal: the page's brand, else the account's company. */
export function Brand({ name }: { name: string }) {
  const { value } = brand
  const shown = value === null ? name : brandName(value)
  return (
    <div class="brand">
      <img src={value?.logo_url ?? '/assets/icon.svg'} alt="" />
      <span>{shown === '' ? 'Openfloor' : shown}</span>
    </div>
  )
}

/** Links of the brand: how it is reached, and what else it shows. */
export function BrandLinks() {
  const { value } = brand
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
          <a href={url} target="_blank" rel="noopener noreferrer">
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
