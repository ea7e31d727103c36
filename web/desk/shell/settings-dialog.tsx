import { Segments } from '../../look/controls.js'
import { Devices } from '../../look/devices.js'
import { OneTimeCodes } from '../../look/door/one-time-codes.js'
import { set, settings } from '../../settings/settings.js'
import { LANGUAGE_NAMES, words } from '../../text/words.js'

/** Settings of this device, and of the reader's sign-in. */
export function Settings() {
  const { settings: text } = words.value
  const { theme, language, times, density, keys, sound } = settings.value
  return (
    <div class="stack">
      <Line label={text.theme}>
        <Segments
          label={text.theme}
          value={theme}
          options={[
            ['system', text.system],
            ['light', text.light],
            ['dark', text.dark],
          ]}
          onInput={(next) => set({ theme: next })}
        />
      </Line>
      <Line label={text.language}>
        <Segments
          label={text.language}
          value={language}
          options={LANGUAGE_NAMES}
          onInput={(next) => set({ language: next })}
        />
      </Line>
      <Line label={text.times}>
        <Segments
          label={text.times}
          value={times}
          options={[
            ['local', text.local],
            ['utc', text.utc],
            ['server', text.server],
          ]}
          onInput={(next) => set({ times: next })}
        />
      </Line>
      <Line label={text.density}>
        <Segments
          label={text.density}
          value={density}
          options={[
            ['normal', text.normal],
            ['dense', text.dense],
          ]}
          onInput={(next) => set({ density: next })}
        />
      </Line>
      <label class="check">
        <input type="checkbox" checked={keys} onChange={() => set({ keys: !keys })} />
        {text.useKeys}
      </label>
      <label class="check">
        <input type="checkbox" checked={sound} onChange={() => set({ sound: !sound })} />
        {text.sound}
      </label>
      <OneTimeCodes />
      <Devices />
    </div>
  )
}

function Line(props: { label: string; children: preact.ComponentChildren }) {
  return (
    <div class="row wrap">
      <span class="grow">{props.label}</span>
      {props.children}
    </div>
  )
}
