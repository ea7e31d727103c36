import { Segments } from '../../look/controls.js'
import { go } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'

/** The part of the address for the list of webhooks. */
export const WEBHOOKS = 'webhooks'

type Section = 'keys' | 'webhooks'

/** The switch between keys and webhooks, if the user may see both. */
export function Sections({ of }: { of: Section }) {
  const text = webhooksWords.value
  if (!may({ all: ['config.api_keys', 'config.webhooks'] })) return null
  return (
    <div class="row">
      <Segments<Section>
        label={text.section}
        value={of}
        options={[
          ['keys', text.keys],
          ['webhooks', text.title],
        ]}
        onInput={(next) => go(next === 'keys' ? ['integrations'] : ['integrations', WEBHOOKS])}
      />
    </div>
  )
}
