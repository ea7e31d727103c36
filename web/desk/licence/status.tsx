import type { Data } from '../../link/contract.js'
import { ShortTable } from '../../look/table/short-table.js'
import { go, open } from '../../staff/place.js'
import { licenceWords } from '../../text/desk/licence-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { Facts } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'

type LicenceStatus = Data<'GET /admin/v1/licence'>

/**
 * The state of the licence: whether it is valid, its limits and their use, its companies and
 * brands.
 */
export function Status({ licence }: { licence: LicenceStatus }) {
  const text = licenceWords.value
  const { licence_id: id, valid, entitlements } = licence
  const moment = (at: string | null) => (at === null ? null : timeText(at, false))
  return (
    <div class="licence stack">
      <div class="row wrap">
        <h2>{id === null ? text.none : text.one({ id })}</h2>
        {id !== null && (
          <span class={`badge ${valid ? 'good' : 'bad'}`}>{valid ? text.valid : text.invalid}</span>
        )}
        <span class="grow" />
        <button type="button" class="primary" onClick={() => open(['install'])}>
          {text.install}…
        </button>
      </div>
      {licence.warnings.map((warning) => (
        <p key={warning} class="banner" role="alert" lang="en">
          {warning}
        </p>
      ))}
      <Facts
        rows={[
          [text.serverId, <code>{licence.server_id}</code>],
          [text.issued, moment(licence.issued_at)],
          [text.expires, moment(licence.expires_at)],
          [text.applied, moment(licence.applied_at)],
          [text.appliedBy, licence.applied_by],
        ]}
      />
      <div class="licence-uses">
        <Used label={text.accounts} used={licence.used_accounts} most={entitlements.max_accounts} />
        <Used label={text.groups} used={licence.used_groups} most={entitlements.max_groups} />
      </div>
      <Companies licence={licence} />
    </div>
  )
}

const NEAR = 0.9

/** The use of a limit. A limit of 0 means unlimited. */
function Used({ label, used, most }: { label: string; used: number; most: number }) {
  const text = licenceWords.value
  const shown = countText(used)
  const isNear = most > 0 && used >= most * NEAR
  return (
    <div>
      <p class="row">
        <span class="grow">{label}</span>
        <span class={`num ${isNear ? 'loss' : ''}`}>
          {most === 0
            ? text.unlimited({ n: shown })
            : text.used({ n: shown, most: countText(most) })}
        </span>
      </p>
      {most > 0 && (
        <progress class="act-bar" max={most} value={Math.min(used, most)} aria-label={label} />
      )}
    </div>
  )
}

/** The licensed companies with their brands. Brands of other companies are listed too. */
function Companies({ licence }: { licence: LicenceStatus }) {
  const text = licenceWords.value
  const { companies, brands } = licence
  const listed = new Set(companies.map(({ name }) => name.toLowerCase()))
  const rows = [
    ...companies,
    ...brands
      .filter(({ company }) => !listed.has(company.toLowerCase()))
      .map(({ company }) => ({ name: company, main: false })),
  ]
  if (rows.length === 0) return <p class="empty">{text.noCompanies}</p>
  return (
    <ShortTable
      label={text.companies}
      rows={rows.map((row) => ({
        ...row,
        brand: brands.find(({ company }) => company.toLowerCase() === row.name.toLowerCase()),
      }))}
      keyOf={({ name }) => name}
      columns={[
        {
          id: 'company',
          label: text.company,
          cell: ({ name, main }) => (
            <>
              {name} {main && <span class="badge">{text.main}</span>}
            </>
          ),
        },
        { id: 'brand', label: text.brand, cell: ({ brand }) => <BrandOf brand={brand} /> },
        { id: 'domains', label: text.domains, cell: ({ brand }) => brand?.domains.join(', ') },
      ]}
    />
  )
}

/** The brand of a company, or the button that makes it one. */
function BrandOf({ brand }: { brand: LicenceStatus['brands'][number] | undefined }) {
  const text = licenceWords.value
  if (brand === undefined) {
    return (
      <button type="button" class="small" onClick={() => go(['settings', 'brands'], { make: '' })}>
        {text.makeBrand}…
      </button>
    )
  }
  return (
    <span class="row wrap">
      <PlaceLink page="licence" parts={['brands', brand.id]}>
        {brand.program_name === '' ? brand.company : brand.program_name}
      </PlaceLink>
      {brand.is_default && <span class="badge">{text.isDefault}</span>}
      {brand.is_licenced && <span class="badge">{text.shipped}</span>}
      {!brand.enabled && <span class="badge bad">{text.off}</span>}
    </span>
  )
}
