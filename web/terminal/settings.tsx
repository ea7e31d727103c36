import { useState } from 'preact/hooks'
import { call } from '../link/rest.js'
import { Choice, Field, OnceButton } from '../look/controls.js'
import { Devices } from '../look/devices.js'
import { OneTimeCodes } from '../look/door/one-time-codes.js'
import { set, settings } from '../settings/settings.js'
import { say } from '../state/notes.js'
import { play } from '../state/sound.js'
import { refusalWords } from '../text/refusals.js'
import { words } from '../text/terminal/words.js'
import { wrongNumber } from '../text/typed-words.js'
import { LANGUAGE_NAMES } from '../text/words.js'
import { ProgramAccess } from './program-access.js'
import { SignInLinks } from './sign-in-links.js'

/**
 * The settings dialog: this device, password and codes, and the devices on which the account is
 * signed in.
 */
export function Settings() {
  return (
    <div class="stack">
      <Looks />
      <Hands />
      <Password />
      <OneTimeCodes />
      <ProgramAccess />
      <SignInLinks />
      <Devices />
    </div>
  )
}

function Looks() {
  const { settings: text } = words.value
  const now = settings.value
  return (
    <>
      <div class="two">
        <Choice
          label={text.theme}
          value={now.theme}
          options={[
            ['system', text.system],
            ['light', text.light],
            ['dark', text.dark],
          ]}
          onInput={(theme) => set({ theme })}
        />
        <Choice
          label={text.language}
          value={now.language}
          options={LANGUAGE_NAMES}
          onInput={(language) => set({ language })}
        />
      </div>
      <Choice
        label={text.density}
        value={now.density}
        options={[
          ['normal', text.normal],
          ['dense', text.dense],
        ]}
        onInput={(density) => set({ density })}
      />
      <Choice
        label={text.times}
        value={now.times}
        options={[
          ['local', text.local],
          ['utc', text.utc],
          ['server', text.server],
        ]}
        onInput={(times) => set({ times })}
      />
    </>
  )
}

/** Settings for one-click trading, dragging, keyboard shortcuts and sounds. */
function Hands() {
  const { settings: text, keys } = words.value
  const now = settings.value
  const sound = () => {
    set({ sound: !now.sound })
    play('fill')
  }
  return (
    <>
      <Check
        label={text.oneClick}
        isOn={now.oneClick}
        act={() => set({ oneClick: !now.oneClick })}
      />
      <p class="faint">{text.oneClickTerms}</p>
      {now.oneClick && (
        <Lots
          label={text.oneClickMax}
          value={now.oneClickMax}
          onInput={(oneClickMax) => set({ oneClickMax })}
        />
      )}
      <div class="two">
        <Choice
          label={text.askDrags}
          value={now.askDrags}
          options={(['never', 'above', 'always'] as const).map((one) => [
            one,
            text.askDragsNames[one],
          ])}
          onInput={(askDrags) => set({ askDrags })}
        />
        {now.askDrags === 'above' && (
          <Lots
            label={text.askDragsAbove}
            value={now.askDragsAbove}
            onInput={(askDragsAbove) => set({ askDragsAbove })}
          />
        )}
      </div>
      <Check label={text.sound} isOn={now.sound} act={sound} />
      <Check label={text.useKeys} isOn={now.keys} act={() => set({ keys: !now.keys })} />
      <Check
        label={keys.trade}
        isOn={now.tradeKeys}
        act={() => set({ tradeKeys: !now.tradeKeys })}
      />
      <p class="faint">{keys.tradeHint}</p>
    </>
  )
}

function Check(props: { label: string; isOn: boolean; act: () => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.isOn} onChange={props.act} />
      {props.label}
    </label>
  )
}

function Lots(props: { label: string; value: string; onInput: (value: string) => void }) {
  const wrong = wrongNumber(props.value, 2, 'asked') ?? undefined
  return <Field {...props} inputMode="decimal" wrong={wrong} />
}

function Password() {
  const { settings: text, restricted } = words.value
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const change = async () => {
    const body = { current_password: current, new_password: fresh }
    const answer = await call('POST /trader/v1/auth/change-password', { body })
    if (answer.ok) location.reload()
    else say('bad', text.password, refusalWords(answer.code, answer.message, answer.data))
  }
  return (
    <details>
      <summary>{text.password}</summary>
      <div class="stack">
        <Field
          label={restricted.current}
          value={current}
          type="password"
          autocomplete="current-password"
          onInput={setCurrent}
        />
        <Field
          label={restricted.fresh}
          value={fresh}
          type="password"
          autocomplete="new-password"
          onInput={setFresh}
        />
        <OnceButton onPress={change}>{restricted.change}</OnceButton>
      </div>
    </details>
  )
}
