import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { open, place } from '../../staff/place.js'
import { licenceWords } from '../../text/desk/licence-words.js'
import { BrandPage } from '../brands/brand-page.js'
import { Install } from './install.js'
import { Status } from './status.js'

/**
 * The licence page: the licence with its limits, the installation of a key, and the companies'
 * brands.
 */
export function Licence() {
  const [part, id] = place.value.parts
  const [count, setCount] = useState(0)
  const read = usePanelData('GET /admin/v1/licence', {}, count + lives.value)
  if (part === 'brands' && id !== undefined) return <BrandPage key={id} id={id} />
  const isInstalling = part === 'install'
  return (
    <div class={`desk-split ${isInstalling ? 'open' : ''}`}>
      <section class="desk-list" aria-label={licenceWords.value.title}>
        <div class="desk-lines">
          <ReadPanel read={read}>{(licence) => <Status licence={licence} />}</ReadPanel>
        </div>
      </section>
      {isInstalling && (
        <Install
          serverId={read.data?.server_id ?? null}
          onClose={() => open([])}
          onInstalled={() => {
            setCount((n) => n + 1)
            open([])
          }}
        />
      )}
    </div>
  )
}
