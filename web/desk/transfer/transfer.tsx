import { Segments } from '../../look/controls.js'
import { go, place } from '../../staff/place.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { Export } from './export.js'
import { Import } from './import.js'

/** The page for exporting settings and importing them from another server. */
export function Transfer() {
  const text = transferWords.value
  const [part] = place.value.parts
  const isExport = part === 'export'
  return (
    <section class="desk-list transfer" aria-label={text.title}>
      <div class="desk-tools">
        <Segments
          label={text.title}
          value={isExport ? 'export' : ''}
          options={[
            ['', text.import],
            ['export', text.export],
          ]}
          onInput={(next) => go(next === '' ? ['transfer'] : ['transfer', next])}
        />
      </div>
      {isExport ? <Export /> : <Import />}
    </section>
  )
}
