import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Content, fieldsOf } from '../../form/control.js'
import { ReadPanel } from '../../look/panel-data.js'
import { meta, metaRefused, needMeta, readMeta } from '../../staff/meta.js'
import { dropRecord } from '../../staff/open-records.js'
import { addressOf, goTo } from '../../staff/place.js'
import { kindOf } from '../../staff/settings/settings-kinds.js'
import {
  readKind,
  recordAt,
  type SettingsRecord,
  useRecords,
} from '../../staff/settings/settings-records.js'
import { brandsWords } from '../../text/desk/brands-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { RecordForm } from '../settings/record-form.js'
import { BrandPicture } from './brand-picture.js'
import { Contrasts } from './contrasts.js'
import { Pictures } from './pictures.js'
import { useImages } from './use-images.js'

/** The form of a brand, with a preview of its sign-in page in both themes. */
export function BrandPage({ id }: { id: string }) {
  const kind = kindOf('brands')
  const read = useRecords(kind)
  useEffect(needMeta, [])
  const words = meta.value?.fields
  const isReady = read.records !== null && words !== undefined
  const panel = {
    data: isReady ? (read.records ?? []) : null,
    refused: isReady ? null : (read.refused ?? metaRefused.value),
    again: async () => {
      await Promise.all([kind === undefined ? undefined : readKind(kind), readMeta()])
    },
  }
  const back = () => goTo(addressOf(['licence']))
  return (
    <div class="brand-page">
      <p class="row desk-tools">
        <a
          href={addressOf(['licence'])}
          onClick={(event) => {
            event.preventDefault()
            back()
          }}
        >
          ← {brandsWords.value.back}
        </a>
      </p>
      <ReadPanel read={panel}>
        {(records) => {
          const record = kind === undefined ? undefined : recordAt(kind, records, id)
          if (record === undefined || kind === undefined) {
            return (
              <p class="empty">
                {settingsWords.value.noRecord}{' '}
                <button type="button" onClick={() => dropRecord()}>
                  {brandsWords.value.back}
                </button>
              </p>
            )
          }
          return <Brand key={record.id} record={record} />
        }}
      </ReadPanel>
    </div>
  )
}

function Brand({ record }: { record: SettingsRecord }) {
  const kind = kindOf('brands')
  const words = meta.value?.fields
  const fields = useMemo(() => fieldsOf('brands', words ?? []), [words])
  const [drawn, setDrawn] = useState<Content>(record)
  const images = useImages(record)
  if (kind === undefined) return null
  return (
    <div class="desk-split open">
      <section class="brand-beside" aria-label={brandsWords.value.picture}>
        <BrandPicture drawn={drawn} images={images.urls} />
        <Contrasts drawn={drawn} />
        <Pictures record={record} images={images} />
      </section>
      <RecordForm kind={kind} fields={fields} record={record} onDrawn={setDrawn} />
    </div>
  )
}
