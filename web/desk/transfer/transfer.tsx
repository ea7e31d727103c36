import { Segments } from '../../look/controls.js'
import { go, place } from '../../staff/place.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { Export } from './export.js'
import { Import } from './import.js'

/** Settings to another server, or from one. */
export function Transfer() {
  const text = transferWords.value
  const [part = 'import'] = place.value.parts
  return (
    <section class="desk-list transfer" aria-label={text.title}>
      <div class="desk-tools">
        <Segments
          label={text.title}
          value={part === 'export' ? 'export' : 'import'}
          options={[
            ['import', text.import],
            ['export', text.export],
          ]}
          onInput={(next) => go(next === 'import' ? ['transfer'] : ['transfer', next])}
        />
      </div>
      {part === 'export' ? <Export /> : <Import />}
    </section>
  )
}
